// Recovery of interrupted senders: no one gets an email twice, whichever process ended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { PARTS, recordDeparture } from './server/deliveryLog.ts'
import { type DigestHouse, openDigestHouse } from './testing/digestHouse.ts'

let house: DigestHouse
beforeAll(async () => {
  house = await openDigestHouse()
})
afterAll(() => house.close())

/** Creates a run with one recipient per state, which nothing sends. */
async function aRun(states: string[]) {
  const [digestId, runId] = [newId(), newId()]
  const people = await Promise.all(states.map(() => house.api.aPerson(house.orgId)))
  await house.system(async (tx) => {
    await tx.sql`insert into digests (org_id, id, title, curated_by, description, status) values (${house.orgId}, ${digestId}, 'T', 'C', 'D', 'sending')`
    await tx.sql`insert into digest_runs (org_id, id, digest_id, number, keys, at) values (${house.orgId}, ${runId}, ${digestId}, 0, '{}', now())`
    for (const [at, state] of states.entries())
      await tx.sql`insert into digest_recipients (org_id, run_id, user_id, email, name, state) values (${house.orgId}, ${runId}, ${people[at]!.actor.id}, 'x@y.example', 'X', ${state})`
  })
  const ids = people.map(({ actor }) => actor.id)
  const left = () =>
    withOrg(house.api.database, house.orgId, async (tx) => {
      for (let part = 0; part < PARTS; part++) await recordDeparture(tx, { orgId: house.orgId, runId, part })
      const { rows } = await tx.sql<{
        user_id: string
        state: string
      }>`select user_id, state from digest_recipients where run_id = ${runId}`
      return ids.map((id) => rows.find(({ user_id }) => user_id === id)!.state)
    })
  /** `isMarked` means that the database hasn't crashed since. */
  const batch = async (of: string[], isMarked: boolean) => {
    for (let part = 0; part < PARTS; part++) {
      const id = newId()
      await house.system(async (tx) => {
        await tx.sql`insert into digest_batches (org_id, id, run_id, part, user_ids) values (${house.orgId}, ${id}, ${runId}, ${part}, ${of})`
        if (isMarked) await tx.sql`insert into digest_batch_marks (org_id, id) values (${house.orgId}, ${id})`
      })
    }
  }
  return { ids, left, batch }
}

test('leaves only the email a killed process was committing unconfirmed, and the later ones pending', async () => {
  const { ids, left, batch } = await aRun(['sent', 'sending', 'waiting', 'failed'])
  await batch(ids, true)
  expect(await left()).toEqual(['sent', 'doubt', 'waiting', 'failed'])
})

test('marks only the emails being sent during a database crash as unconfirmed', async () => {
  const { ids, left, batch } = await aRun(['sent', 'waiting', 'waiting'])
  await batch(ids.slice(0, 2), false)
  expect(await left()).toEqual(['sent', 'doubt', 'waiting'])
  expect(await left()).toEqual(['sent', 'doubt', 'waiting'])
})
