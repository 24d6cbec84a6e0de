// A firm of any size, with targets made as people make them.
import { addDays, DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { asSystem, inFirm } from '#core/server/database/firm.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { newId } from '#core/server/ids.ts'
import { hashPassword } from '#core/server/passwords.ts'
import { openSession } from '#core/server/sessions.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import type { Change } from '#core/sync/server/reactions.ts'
import { addPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import type { Target } from '#features/targets/contract.ts'
import { createTarget } from '#features/targets/entering/actions.ts'
import { aTarget } from '#features/targets/samples.ts'
import { targetStore } from '#features/targets/server/store.ts'

const BATCH = 1000
export const PASSWORD = 'Pursuit#2026'
export type Member = { actor: Actor; email: string; token: string; headers: Record<string, string> }
export type BenchFirm = { orgId: string; members: Member[] }

/** Opens a database that is up to date, for the benchmark's own hand. */
export async function openReady(where: { url: string } | { directory: string }): Promise<Database> {
  const database = await openDatabase({ ...where, poolSize: 4 })
  await migrate(database)
  return database
}

/** A firm whose people own `each` targets, all active. The first `signedIn` people have a session. */
export async function fillFirm(
  database: Database,
  { people, each, signedIn = 1 }: { people: number; each: number; signedIn?: number },
): Promise<BenchFirm> {
  const name = `bench${newId().slice(-6)}`
  const passwordHash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: people }, (_, i) => `person${i}@${name}.example`)
  const { orgId, actors } = await asSystem(database, async (tx) => {
    const firm = await createFirm(tx, { name })
    const named = emails.map((email, i) => ({ email, first_name: 'Pat', last_name: `Number ${i}`, passwordHash }))
    return { orgId: firm, actors: await addPeople(tx, firm, named) }
  })
  const owed = actors.flatMap((actor) => Array.from({ length: each }, (_, i) => ({ actor, i })))
  for (let from = 0; from < owed.length; from += BATCH) {
    const changes = owed.slice(from, from + BATCH).map(({ actor, i }) => made(actor, i))
    await inFirm(database, orgId, (tx) => saveChanges(tx, targetStore, changes))
  }
  await database.pool.query('vacuum analyze')
  const tokens = await asSystem(database, async (tx) => {
    const opened: string[] = []
    for (const actor of actors.slice(0, signedIn)) opened.push(await openSession(tx, orgId, actor.id))
    return opened
  })
  return {
    orgId,
    members: tokens.map((token, i) => ({ actor: actors[i]!, email: emails[i]!, token, headers: headersOf(token) })),
  }
}

export const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'x-client': 'web' })

const companies = [
  'Halden Shipping',
  'Corvane Analytics',
  'Tamsin Bay Ferries',
  'Larkspur Clinics',
  'Quillon Steelworks',
  'Pellworth Mutual',
]

function made(actor: Actor, i: number): Change<Target> {
  const now = new Date(Date.now() - (i % 90) * 86_400_000).toISOString()
  const context = { actor, now, zone: DEFAULT_ZONE, key: newId(), newId }
  const today = dayIn(DEFAULT_ZONE, new Date())
  const input = aTarget({
    company: `${companies[i % companies.length]} ${i}`,
    // People pursue whom they know: a contact that a whole firm shared would be everybody's overlap.
    contact: `Ingrid ${actor.last_name} ${i}`,
    contact_email: `${actor.id}.${i}@haldenshipping.example`,
    tasks: [{ description: 'Send the draft engagement letter', due: addDays(today, (i % 40) - 8), help: '' }],
    note: i % 3 === 0 ? 'Met at the harbor conference in May. Prefers calls before nine.' : '',
  })
  const { row, events } = createTarget.decide(null, input, context)
  return { before: null, after: row, events, context }
}
