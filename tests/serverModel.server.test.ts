// Runs the offline engine's model-based tests against the real server and database.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { play } from '#core/sync/testing/playing.ts'
import { aRun, type Step, seeded } from '#core/sync/testing/runs.ts'
import type { ServerUnderTest } from '#core/sync/testing/subject.ts'
import { type Api, type Client, openApi } from './api.ts'
import { withInbox } from './inboxModel.ts'
import { runs } from './scope.ts'
import { sharedSubject } from './sharedModel.ts'
import { targetSubject } from './targetModel.ts'

/**
 * SERVER_RUNS=10000 runs all night. The embedded database runs fewer, because it has the same SQL on one connection.
 */
const numRuns = Number(process.env.SERVER_RUNS ?? (process.env.TEST_DATABASE_URL ? runs(40, 250) : runs(10, 80)))

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

/** Takes each device's person. A single one uses both devices. */
const serverOf = (...people: Client[]): ServerUnderTest => {
  /** Lines that were read after their retraction. They count as done too. */
  const forgotten: string[] = []
  return {
    async send({ method, address, body, key }, device = 0) {
      const person = people[device % people.length]!
      const headers = { authorization: `Bearer ${person.token}`, ...(key && { 'idempotency-key': key }) }
      const reply = await api.http.inject({
        method: method as 'GET',
        url: address,
        headers,
        ...(body !== undefined && { payload: body as object }),
      })
      if (reply.statusCode === 404 && key && address.includes('/notifications/')) forgotten.push(key)
      return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
    },
    async keptOf(id) {
      const { rows } = await withoutRls(
        api.database,
        (tx) =>
          tx.sql<{ kept: string }>`
        select json_build_array(t.company, t.contact, t.goal, t.lost_reason,
          (select json_agg(json_build_array(k.description, k.help)) from tasks k where k.org_id = t.org_id and k.target_id = t.id),
          (select json_agg(n.note) from notes n where n.org_id = t.org_id and n.target_id = t.id),
          (select json_agg(e.data) from target_events e where e.org_id = t.org_id and e.target_id = t.id))::text as kept
        from targets t where t.org_id = ${people[0]!.orgId} and t.id::text = ${id}`,
      )
      return rows[0]?.kept ?? ''
    },
    /** Keys in their starting order. A key repeats for each event that it created twice. */
    async applied() {
      const made = await withoutRls(
        api.database,
        (tx) =>
          tx.sql<{ key: string }>`
      select key from once_only where user_id = any(${ids(people)}::uuid[]) and (status < 300 or key = any(${forgotten}::uuid[])) order by created_at`,
      )
      const doubled = await withoutRls(
        api.database,
        (tx) =>
          tx.sql<{ key: string }>`
      select key from target_events where user_id = any(${ids(people)}::uuid[]) group by key, target_id, kind, data having count(*) > 1`,
      )
      return [...made.rows, ...doubled.rows].map(({ key }) => key)
    },
  }
}

/** A busy server responds after the steps are over, so both devices receive their invitations before they start. */
const bothLook: Step[] = [
  { do: 'pull', device: 0, tab: 0 },
  { do: 'pull', device: 1, tab: 0 },
  { do: 'wait', turns: 40_000 },
]

const ids = (people: Client[]) => people.map(({ actor }) => actor.id)

test(`loses, doubles, or reorders nothing in ${numRuns} generated runs, and every view equals the server’s`, {
  timeout: 3_600_000,
}, async () => {
  let played = 0
  const runs = (
    count: number,
    isShared: () => boolean,
    { isPatient = false, ...seed }: { seed?: number; isPatient?: boolean } = seeded,
  ) =>
    fc.check(
      fc.asyncProperty(aRun(), async (run) => {
        // Uses a separate firm, because colleagues with the same companies would overlap, which other tests cover.
        const firm = await api.aFirm()
        const person = await api.aPerson(firm)
        played++
        if (isShared()) {
          const other = await api.aPerson(firm)
          const people = [person.actor, other.actor] as const
          const shorter = { ...run, steps: [...(isPatient ? bothLook : []), ...run.steps.slice(0, 30)] }
          return play(shorter, withInbox(sharedSubject(async () => serverOf(person, other), people)))
        }
        await play(
          run,
          targetSubject(async () => serverOf(person), person.actor),
        )
      }),
      { numRuns: count, endOnFailure: true, includeErrorInReport: true, ...seed },
    )
  const holds = async (result: ReturnType<typeof runs>) => {
    const ended = await result
    expect(ended.failed ? fc.defaultReportMessage(ended) : '').toBe('')
  }
  const kindsMet = async () => {
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{ kind: string }>`
      select distinct kind from target_events where kind in ('targetShared', 'shareAccepted', 'shareRejected', 'shareRevoked', 'targetHandedOver')`,
    )
    return rows.length
  }
  // Every third run has two people who share targets. It is a little shorter because it needs more calls.
  await holds(runs(numRuns, () => played % 3 === 0))
  // Interactions depend on timing, so runs continue until each kind has happened.
  for (let round = 1; round <= 60 && (await kindsMet()) < 5; round++)
    await holds(runs(5, () => true, { seed: round, isPatient: true }))
  expect(await kindsMet(), 'runs in which nobody ever met would prove nothing').toBe(5)
})
