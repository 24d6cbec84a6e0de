// A server that is killed while restoring a firm resumes after its next start, and every row exists once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperatorsHouse, type OperatorsHouse } from '#tests/operatorServer.ts'
import { type FirmArrival, firmRestoreEndpoints } from './firmRestoreContract.ts'

const ROWS = 30_000
const KILLS = 2
const houses: OperatorsHouse[] = []
afterAll(async () => {
  for (const { end } of houses) await end()
})
async function aHouse(rows: number): Promise<OperatorsHouse> {
  const house = await anOperatorsHouse({ rows })
  houses.push(house)
  return house
}

let archive: Buffer
let firm: string
beforeAll(async () => {
  const from = await aHouse(ROWS)
  firm = from.firm
  archive = await from.exported()
  await from.stop()
}, 240_000)

test('resumes a restore after kill -9', { timeout: 240_000 }, async () => {
  const to = await aHouse(0)
  const { id } = await to.call<FirmArrival>(firmRestoreEndpoints.bring, {
    body: { upload_id: await to.upload(archive) },
  })
  const until = async (isSo: (now: FirmArrival) => boolean): Promise<FirmArrival> => {
    for (;;) {
      const now = (await to.call<{ arrivals: FirmArrival[] }>(firmRestoreEndpoints.arrivals)).arrivals.find(
        (one) => one.id === id,
      )!
      if (isSo(now)) return now
    }
  }
  let before = 500
  for (let kill = 0; kill < KILLS; kill++) {
    const now = await until(({ done, total, finished_at }) => finished_at !== null || (done > before && done < total))
    expect(now.state).toBe('writing')
    before = now.done
    await to.kill()
    await to.start()
    // It resumes instead of starting over.
    expect((await until(() => true)).done).toBeGreaterThanOrEqual(before)
  }
  const done = await until(({ finished_at }) => finished_at !== null)
  expect([done.state, done.problem]).toEqual(['done', ''])
  await to.stop()
  const rows = await to.query(
    `select count(*)::int as lines, count(distinct subject)::int as subjects, (select count(*)::int from files) as files
     from audit_log where org_id = '${firm}' and action = 'test.filled'`,
  )
  expect(rows).toEqual([{ lines: ROWS, subjects: ROWS, files: 0 }])
})
