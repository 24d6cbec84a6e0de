// Writers of one person's feed at the same time.
import { expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { nextNumbers } from '#core/sync/server/feedSequences.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { testDatabase } from '#tests/database.ts'
import { flags } from './flags.ts'

test('gives 16 concurrent writers of a feed different numbers in the order of their commits', async () => {
  const { database, close } = await testDatabase({ poolSize: 16 })
  const ATTEMPTS = 20
  try {
    const orgId = await withoutRls(database, (tx) => createFirm(tx, flags, { name: 'Writers' }))
    const [first, second] = await withoutRls(database, (tx) =>
      addFirmPeople(
        tx,
        orgId,
        ['dana', 'lee'].map((name) => ({ email: `${name}@writers.example`, first_name: name, last_name: 'Writer' })),
      ),
    )
    const people = [first!.id, second!.id]
    const committed: number[] = []
    const write = async (writer: number) => {
      for (let i = 0; i < ATTEMPTS; i++) {
        // Half of them name the people in the other order, which must not deadlock.
        const [number] = await withOrg(database, orgId, async (tx) => {
          const mine = await nextNumbers(tx, writer % 2 ? people : people.toReversed())
          return writer % 2 ? mine : mine.toReversed()
        })
        committed.push(number!)
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)))
    expect(committed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 * ATTEMPTS }, (_, i) => i + 1))
    // A writer can learn of its commit after the next one of each other writer, twice on a busy machine, and no more.
    committed.forEach((number, place) => {
      expect(Math.abs(number - 1 - place)).toBeLessThan(32)
    })
  } finally {
    await close()
  }
})
