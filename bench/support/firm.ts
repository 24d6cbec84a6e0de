// Creates targets the way people do.

import { addDays, DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { hashPassword } from '#core/server/passwords.ts'
import { openSession } from '#core/server/sessions.ts'
import { runTask } from '#core/server/work/work.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import { addFirmPeople, addGroup, createFirm } from '#features/admin/operator/server/firms.ts'
import type { Target } from '#features/targets/contract.ts'
import { createTarget } from '#features/targets/forms/actions.ts'
import { completeTarget } from '#features/targets/outcome/actions.ts'
import { overlapUpkeep } from '#features/targets/overlaps/server/reindex.ts'
import { aTarget } from '#features/targets/samples.ts'
import { targetStore } from '#features/targets/server/store.ts'
import { flags } from '#tests/flags.ts'
import { companyName, personName } from './names.ts'

const BATCH = 1000
export const PASSWORD = 'Pursuit#2026'
export type Member = { actor: Actor; email: string; token: string; headers: Record<string, string> }
export type BenchFirm = {
  orgId: string
  members: Member[]
  /** Milliseconds per thousand targets, in order. */
  batches: number[]
}

/** A migrated database for the benchmark's direct use. */
export async function openReady(where: { url: string } | { directory: string }): Promise<Database> {
  const database = await openDatabase({ ...where, poolSize: 4 })
  await migrate(database)
  return database
}

export type FirmSize = {
  people: number
  /** Per person. */
  each: number
  /** Per person, in addition to the active ones. */
  won?: number
  /** People, from the first, who have a session. */
  signedIn?: number
  /** Spreads the Targets over no stage and the offered ones. One in five has no amount. */
  isStaged?: boolean
}

/** The first person manages everyone else. Three in four people pursue companies that no one else does. */
export async function fillFirm(
  database: Database,
  { people, each, won = 0, signedIn = 1, isStaged = false }: FirmSize,
): Promise<BenchFirm> {
  const name = `bench${newId().slice(-6)}`
  const passwordHash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: people }, (_, i) => `person${i}@${name}.example`)
  const { orgId, actors } = await withoutRls(database, async (tx) => {
    const firm = await createFirm(tx, flags, { name })
    const named = emails.map((email, i) => ({ email, ...personName(i), passwordHash }))
    const made = await addFirmPeople(tx, firm, named)
    const ids = made.map(({ id }) => id)
    await addGroup(tx, firm, 'Everybody', ids, [ids[0]!])
    return { orgId: firm, actors: made }
  })
  const perPerson = each + won
  const owed = actors.flatMap((actor, at) =>
    Array.from({ length: perPerson }, (_, i) => ({ actor, i, n: companyOf(at, i, perPerson) })),
  )
  const signal = new AbortController().signal
  const keepUp = () => runTask({ database, work: overlapUpkeep, input: { orgId }, signal, onDone: () => {} })
  let keepingUp: Promise<unknown> | null = null
  const batches: number[] = []
  for (let from = 0; from < owed.length; from += BATCH) {
    const begun = performance.now()
    const changes = owed
      .slice(from, from + BATCH)
      .flatMap(({ actor, i, n }) => lifeOf(actor, i, n, i >= each, isStaged))
    await withOrg(database, orgId, (tx) => saveChanges(tx, targetStore, changes))
    batches.push(performance.now() - begun)
    // The database does this within a minute. Without statistics, updating derived data takes twice as long.
    if (from === 0) await database.pool.query('analyze')
    // Runs alongside the next writes, as in the product.
    keepingUp ??= keepUp().finally(() => {
      keepingUp = null
    })
  }
  await keepingUp
  await keepUp()
  await database.pool.query('vacuum analyze')
  const tokens = await withoutRls(database, async (tx) => {
    const opened: string[] = []
    for (const actor of actors.slice(0, signedIn)) opened.push(await openSession(tx, orgId, actor.id))
    return opened
  })
  return {
    orgId,
    batches,
    members: tokens.map((token, i) => ({ actor: actors[i]!, email: emails[i]!, token, headers: headersOf(token) })),
  }
}

export const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'x-client': 'web' })

/** Every fourth person pursues the same companies as the person before. */
const companyOf = (person: number, i: number, each: number) => (person % 4 === 3 ? person - 1 : person) * each + i

/** The changes that created a target of `actor` about company number `n`. */
function lifeOf(actor: Actor, i: number, n: number, isWon: boolean, isStaged: boolean): RowChange<Target>[] {
  const now = new Date(Date.now() - (1 + (i % 90)) * 86_400_000).toISOString()
  const context = { actor, now, zone: DEFAULT_ZONE, key: newId(), newId }
  const today = dayIn(DEFAULT_ZONE, new Date())
  const { first_name, last_name } = personName(n * 13 + i)
  const input = aTarget({
    company: companyName(n),
    contact: `${first_name} ${last_name}`,
    contact_email: `${first_name}.${last_name}.${n}@example.com`.toLowerCase(),
    tasks: [{ description: 'Send the draft engagement letter', due: addDays(today, (i % 40) - 8), help: '' }],
    ...(isStaged && {
      stage: offeredStages.inOrder[i % 6]?.id ?? null,
      projected_revenue: i % 5 === 0 ? null : 10_000 * (1 + (i % 90)),
    }),
    note: i % 3 === 0 ? 'Met at the harbor conference in May. Prefers calls before nine.' : '',
  })
  const created = createTarget.decide(null, input, context)
  const first = { before: null, after: created.row, events: created.events, context }
  if (!isWon || !created.row) return [first]
  const later = { ...context, key: newId(), now: new Date(Date.parse(now) + 3_600_000).toISOString() }
  const completed = completeTarget.decide(
    created.row,
    completeTarget.input.parse({ id: created.row.id, revenue: 40_000 }),
    later,
  )
  return [first, { before: created.row, after: completed.row, events: completed.events, context: later }]
}
