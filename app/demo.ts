// The demo firms: made through the same actions a person would take.
import { sql } from 'kysely'
import type { Flag } from '#core/contract/area.ts'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { asSystem, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { hashPassword } from '#core/server/passwords.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import { addGroup, addPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import type { Target, Type, Value } from '#features/targets/contract.ts'
import { targetStore } from '#features/targets/server/store.ts'
import { type Calendar, calendarOf } from './demo/calendar.ts'
import { type Company, contactAt, marketOf } from './demo/companies.ts'
import { brookVale, type Firm, hartwell, vendor } from './demo/people.ts'
import { coursesOf, type Pipeline } from './demo/pipelines.ts'
import { type Random, randomOf } from './demo/random.ts'
import { shareable, shareWith } from './demo/shares.ts'
import { type Prospect, tell } from './demo/story.ts'
import { colleagueNotes } from './demo/texts.ts'

export const DEMO_PASSWORD = 'Pursuit#2026'
const SEED = 20_260
const zone = DEFAULT_ZONE

/**
 * Makes the demo firms in an empty database, in one transaction; leaves any other as it is. Returns whether they are there.
 * On the same day it is always the same story; ids apart.
 */
export async function makeDemo(database: Database, flags: readonly Flag[], now = new Date()): Promise<boolean> {
  if (!(await isEmpty(database))) return hasDemo(database)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const calendar = calendarOf(zone, now.toISOString())
  await asSystem(database, async (tx) => {
    // Two servers that start on one empty database: the second waits, and finds the firms.
    await sql`select pg_advisory_xact_lock(${SEED})`.execute(tx)
    if (await hasFirms(tx)) return
    const random = randomOf(SEED)
    await makeFirm(tx, hartwell(random), { flags, passwordHash, calendar, random })
    await makeFirm(tx, brookVale(), { flags, passwordHash, calendar, random })
    await makeFirm(tx, vendor, { flags, passwordHash, calendar, random })
  })
  return hasDemo(database)
}

const isEmpty = (database: Database) => asSystem(database, async (tx) => !(await hasFirms(tx)))
const hasFirms = async (tx: Tx) => (await sql`select from orgs limit 1`.execute(tx)).rows.length > 0
const hasDemo = (database: Database) =>
  asSystem(
    database,
    async (tx) =>
      (await sql`select from login_directory where email = 'dana@hartwell.example'`.execute(tx)).rows.length > 0,
  )

/** The ids of the demo firms, and of no others. */
export async function demoFirms(database: Database): Promise<string[]> {
  const emails = [hartwell(randomOf(SEED)), brookVale(), vendor].flatMap(({ people }) =>
    people.map(({ email }) => email),
  )
  const { rows } = await asSystem(database, (tx) =>
    sql<{ org_id: string }>`select distinct org_id from login_directory where email = any(${emails})`.execute(tx),
  )
  return rows.map(({ org_id }) => org_id)
}

type Making = { flags: readonly Flag[]; passwordHash: string; calendar: Calendar; random: Random }

async function makeFirm(tx: Tx, firm: Firm, { flags, passwordHash, calendar, random }: Making): Promise<void> {
  const orgId = await createFirm(tx, flags, { name: firm.name, domains: [firm.domain], time_zone: zone })
  const actors = await addPeople(
    tx,
    orgId,
    firm.people.map(({ pipeline: _, ...person }) => ({ ...person, passwordHash })),
  )
  const byEmail = new Map(firm.people.map(({ email }, i) => [email, actors[i]!]))
  // They have worked here for a year: nobody waits for an invitation.
  await sql`update users set signed_in_at = created_at where org_id = ${orgId}`.execute(tx)
  for (const { name, members, manager } of firm.groups)
    await addGroup(
      tx,
      orgId,
      name,
      members.map((email) => byEmail.get(email)!.id),
      [byEmail.get(manager)!.id],
    )

  await sql`select set_config('app.org_id', ${orgId}, true)`.execute(tx)
  const market = marketOf(random)
  const owned = new Map<Actor, Target[]>()
  for (const [i, { pipeline }] of firm.people.entries())
    owned.set(actors[i]!, await makePipeline(tx, pipeline, { actor: actors[i]!, zone, calendar, random }, market))

  const [dana, lee] = [byEmail.get('dana@hartwell.example'), byEmail.get('lee@hartwell.example')]
  if (!dana || !lee) return
  const teller = { actor: dana, zone, calendar, random }
  const [danas, lees] = [shareable(owned.get(dana)!, 3, teller), shareable(owned.get(lee)!, 3, teller)]
  const [forDana, forLee] = [[undefined, ...colleagueNotes], [...colleagueNotes].reverse()]
  for (const [i, target] of danas.entries())
    await shareWith(tx, { target, from: dana, to: lee, note: forLee[i] }, teller)
  for (const [i, target] of lees.entries())
    await shareWith(tx, { target, from: lee, to: dana, note: forDana[i] }, teller)
}

/** Returns the targets as they are today. */
async function makePipeline(
  tx: Tx,
  pipeline: Pipeline,
  teller: Parameters<typeof tell>[2],
  market: ReturnType<typeof marketOf>,
): Promise<Target[]> {
  const { calendar, random } = teller
  const courses = coursesOf(pipeline, calendar, random)
  const prospects: Prospect[] = []
  for (const { follows } of courses)
    prospects.push(
      follows === undefined ? prospectAt(market.next(), random) : { ...prospects[follows]!, type: 'client' },
    )
  const histories = courses.map((course, i) => tell(course, prospects[i]!, teller))
  await saveChanges(tx, targetStore, histories.flat())
  return histories.map((history) => history.at(-1)!.after!)
}

const types: Type[] = ['prospect', 'prospect', 'prospect', 'client', 'client', 'refsource']
const values: Value[] = ['L', 'M', 'M', 'H']
const prospectAt = (company: Company, random: Random): Prospect => ({
  company,
  contact: contactAt(company, random),
  type: random.pick(types),
  value: random.pick(values),
})
