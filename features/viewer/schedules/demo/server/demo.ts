// Scheduled reports of the demo: a managing partner gets her group's overview every Monday.
import { addDays, instantOf, mondayOf } from '#core/contract/dates.ts'
import { daysOfPreset } from '#core/contract/ranges.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoFirm, DemoPart, DemoSetting } from '#core/server/demo/demo.ts'
import { newId } from '#core/server/ids.ts'
import { viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import { USUAL_HOUR } from '../../contract.ts'
import { nextMailAt } from '../../rules.ts'
import type { Reports } from '../../server/policies.ts'
import { addSchedule } from '../../server/writing.ts'

const MANAGER = 'morgan@hartwell.example'
/** Number of past Mondays on which it was sent. */
const WEEKS = 3
const WHEN = { weekday: 1, day: null, hour: USUAL_HOUR } as const

/** Uses the manager's firm and the first of her groups by name. */
export const demoSchedules = (reports: Reports): DemoPart => ({
  fill: (tx, house, setting) => fill(tx, house, setting, reports),
})

async function fill(tx: Tx, { people }: DemoFirm, { zone, calendar }: DemoSetting, reports: Reports): Promise<void> {
  const manager = people.get(MANAGER)
  const session = manager && (await viewerAccessOf(tx, [manager.id])).get(manager.id)
  if (!session) return
  const { rows } = await tx.sql<{ id: string; name: string }>`
    select g.id, g.name from groups g join group_managers m on m.org_id = g.org_id and m.group_id = g.id
    where g.org_id = ${currentOrgId} and m.user_id = ${session.actor.id} and g.status = 'active' order by g.name limit 1`
  const [group] = rows
  if (!group) return
  const input = {
    code: 'overview',
    key: 'group' as const,
    id: group.id,
    which: null,
    days: '7' as const,
    format: 'both' as const,
    ...WHEN,
    user_ids: [session.actor.id],
    subject: '',
  }
  const monday = mondayOf(addDays(calendar.today, -1))
  const begun = instantOf(zone, `${addDays(monday, -7 * WEEKS)} 16:20:00`)
  const id = await addSchedule(tx, { session, now: begun, reports }, input)
  for (let week = WEEKS - 1; week >= 0; week--)
    await mailed(tx, { id, session, zone, day: addDays(monday, -7 * week) }, group.name)
  const next = nextMailAt(WHEN, zone, instantOf(zone, `${calendar.today} 23:59:59`))
  await tx.sql`update report_schedules set next_at = ${next}::timestamptz where org_id = ${currentOrgId} and id = ${id}`
}

type Mailed = { id: string; session: { actor: { id: string }; user: { email: string } }; zone: string; day: string }

/** Stores the run as sent, so no sender ever picks it up. */
async function mailed(tx: Tx, { id, session, zone, day }: Mailed, group: string): Promise<void> {
  const runId = newId()
  const at = instantOf(zone, `${day} 0${USUAL_HOUR}:00:04`)
  const { start, end } = daysOfPreset('7', day)
  const files = ['xlsx', 'pdf'].map((type) => `Overview ${group} ${start} to ${end}.${type}`)
  await tx.sql`
    insert into report_schedule_runs (org_id, id, schedule_id, state, start_day, end_day, at, ended_at)
    values (${currentOrgId}, ${runId}, ${id}, 'done', ${start}::date, ${end}::date, ${at}::timestamptz, ${at}::timestamptz + interval '6 seconds')`
  await tx.sql`
    insert into report_deliveries (org_id, run_id, user_id, state, email, tries, bytes, files, moved_at)
    values (${currentOrgId}, ${runId}, ${session.actor.id}, 'sent', ${session.user.email}, 1, ${SIZE}, ${files}::text[], ${at}::timestamptz + interval '9 seconds')`
}

/** Total bytes of both files for a group of that size. */
const SIZE = 58_400
