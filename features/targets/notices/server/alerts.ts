// Sends every firm's weekly alert and daily nudge at its local time.
import { sql } from 'kysely'
import { addDays, dayInSentence, formatDayShort, formatDue, mondayOf } from '#core/contract/dates.ts'
import type { News } from '#core/contract/notice.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { notify } from '#core/server/notices/notify.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { type Alert, alertsDue } from '../alertTimes.ts'
import { dailyNudge, weeklyAlert } from '../contract.ts'

/** Returns a person's score of today. Requires the firm to be set on `tx`. */
export type ScoreOf = (tx: Tx, person: Actor, zone: string, now: string) => Promise<number>

/** People notified per transaction. */
const BATCH = 100
/** Most steps to name. The rest are counted. */
const MOST_STEPS = 5

type Firm = { org_id: string; zone: string; created_at: string; had: string[] }

export async function alertDue(database: Database, now: string, scoreOf: ScoreOf): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Firm>`
    select o.id as org_id, o.time_zone as zone, o.created_at,
      array(select a.kind || ' ' || a.day from alert_days a where a.org_id = o.id and a.day > ${now}::timestamptz - interval '3 days') as had
    from orgs o where not o.is_closed and ${isOnIn(sql`o.subscriptions`, trackerFlag)}`,
  )
  await forEachCollectErrors(rows, async ({ org_id, zone, created_at, had }) => {
    // A firm created after that moment has missed nothing.
    const due = alertsDue(zone, now).filter(
      ({ kind, day, since }) => created_at <= since && !had.includes(`${kind} ${day}`),
    )
    for (const alert of due) await alertFirm(database, org_id, { ...alert, zone, now, scoreOf })
  })
}

type Round = { kind: Alert; day: string; zone: string; now: string; scoreOf: ScoreOf }

/** Works page by page. The day is marked once all are notified. After a crash, `occasion` prevents repeats. */
async function alertFirm(database: Database, orgId: string, round: Round): Promise<void> {
  for (let after = FIRST_ID; ; ) {
    const people = await withOrg(database, orgId, (tx) => alertPage(tx, after, round))
    if (people.length < BATCH) break
    after = people.at(-1)!.id
  }
  await withOrg(
    database,
    orgId,
    (tx) =>
      tx.sql`insert into alert_days (org_id, kind, day) values (${orgId}, ${round.kind}, ${round.day}::date) on conflict do nothing`,
  )
}

type Step = { user_id: string; name: string; description: string; due: string }

async function alertPage(tx: Tx, after: string, round: Round): Promise<Actor[]> {
  const { kind, day, now } = round
  const { rows: people } = await tx.sql<Actor>`
    select u.id, u.first_name, u.last_name, u.role from users u
    where u.org_id = ${currentOrgId} and u.deactivated_at is null and u.id > ${after}
      and not exists (select 1 from notifications n where n.org_id = u.org_id and n.user_id = u.id and n.occasion = ${`${kind}:${day}`})
    order by u.id limit ${BATCH}`
  const until = kind === 'weekly_alerts' ? addDays(mondayOf(day), 6) : day
  const { rows: steps } = await tx.sql<Step>`
    select k.user_id, coalesce(nullif(t.company, ''), t.contact) as name, k.description, k.due
    from tasks k join targets t on t.org_id = k.org_id and t.id = k.target_id and t.status = 'active'
    join target_people tp on tp.org_id = k.org_id and tp.user_id = k.user_id and tp.target_id = k.target_id and tp.response = 'accepted' and not tp.gone
    where k.org_id = ${currentOrgId} and k.user_id = any(${people.map(({ id }) => id)}::uuid[]) and k.completed_at is null and k.due <= ${until}::date
    order by k.due, name, k.id`
  const byPerson = Map.groupBy(steps, ({ user_id }) => user_id)
  const news: News[] = []
  for (const person of people) {
    const mine = byPerson.get(person.id)
    if (mine) news.push(await newsFor(tx, person, mine, round))
  }
  await notify(tx, news, now)
  return people
}

async function newsFor(tx: Tx, person: Actor, steps: Step[], { kind, day, zone, now, scoreOf }: Round): Promise<News> {
  const overdue = steps.filter(({ due }) => due < day).length
  const ahead = steps.length - overdue
  const isWeek = kind === 'weekly_alerts'
  const counts = [
    ...(isWeek || ahead > 0 ? [isWeek ? `${ahead} due this week` : `${steps_(ahead)} for today`] : []),
    ...(isWeek || overdue > 0 ? [`${overdue} overdue`] : []),
    ...(isWeek ? [`score ${await scoreOf(tx, person, zone, now)}`] : []),
  ]
  // Lists the coming steps of the week first and counts the late ones.
  const named = [...steps.filter(({ due }) => due >= day), ...steps.filter(({ due }) => due < day)]
  const more = steps.length - MOST_STEPS
  return {
    userId: person.id,
    notice: isWeek ? weeklyAlert : dailyNudge,
    occasion: `${kind}:${day}`,
    text: `${isWeek ? 'Your week' : 'Your day'}: ${counts.join(', ')}.`,
    details: [
      ...named.slice(0, MOST_STEPS).map((step) => `${step.name}: ${step.description} (${saidDue(step.due, day)})`),
      ...(more > 0 ? [`… and ${more} more.`] : []),
    ],
    path: '/targets/active',
    subjectId: null,
    actorId: null,
    key: null,
  }
}

const steps_ = (count: number) => (count === 1 ? '1 step' : `${count} steps`)
/** Formats '2 days overdue, since Nov 16' or 'due Thursday'. */
export const saidDue = (due: string, day: string) =>
  due < day ? `${formatDue(due, day)}, since ${formatDayShort(due, day)}` : `due ${dayInSentence(due, day)}`
