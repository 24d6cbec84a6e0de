// The demo's daily cards: those written for everyone, and this morning's cards about each person's own Targets.
import { sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { addDays, instantOf } from '#core/contract/dates.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoFirm, DemoPart, DemoSetting } from '#core/server/demo/demo.ts'
import { newId } from '#core/server/ids.ts'
import { insightsFlag } from '../../../flagsContract.ts'
import { generateNextBatch, type Ports, startDailyRun } from '../../server/making.ts'
import { byFirm, byVendor, type DemoWritten } from '../authoredInsights.ts'

/** Reads the cards each morning, so has viewed those of earlier days. */
const READER = 'dana@hartwell.example'
const EVERYONE = 1000

export const demoCards = (ports: Ports): DemoPart => ({
  async publish(tx, setting) {
    for (const one of byVendor)
      await tx.sql`
        insert into bd_insights (id, category, observation, data_value, data_label, suggestion, begins, ends) values (${newId()}, ${texts(one, setting)})`
  },
  async fill(tx, { people }, setting) {
    if (!(await hasInsights(tx))) return
    for (const one of byFirm)
      await tx.sql`
        insert into firm_insights (org_id, id, category, observation, data_value, data_label, suggestion, begins, ends) values (${currentOrgId}, ${newId()}, ${texts(one, setting)})`
    const { zone, calendar } = setting
    const night = await startDailyRun(tx, instantOf(zone, `${calendar.today} 03:00:00`))
    await generateNextBatch(tx, night, EVERYONE, ports)
    await ofEarlierDays(tx, people)
  },
})

async function hasInsights(tx: Tx): Promise<boolean> {
  const { rows } = await tx.sql<{
    subscriptions: FirmSubscriptions
  }>`select subscriptions from orgs where id = ${currentOrgId}`
  return isFeatureOn(rows[0]!.subscriptions, insightsFlag)
}

const texts = ({ from, to, ...one }: DemoWritten, { calendar: { today } }: DemoSetting) =>
  sql`${one.category}, ${one.observation}, ${one.data_value}, ${one.data_label}, ${one.suggestion}, ${addDays(today, from)}::date, ${addDays(today, to)}::date`

/** Cards that began before today appear to have arrived on the morning of their first day. */
async function ofEarlierDays(tx: Tx, people: DemoFirm['people']): Promise<void> {
  const { rows } = await tx.sql`
    select c.id, w.begins as day, c.created_at - (c.day - w.begins) * interval '1 day' as created_at,
      case when c.user_id = ${people.get(READER)?.id ?? null} then c.created_at - (c.day - w.begins) * interval '1 day' + interval '5 hours' end as viewed_at
    from insight_cards c join (select id, begins from bd_insights union all select id, begins from firm_insights where org_id = ${currentOrgId}) w on w.id = c.written_id
    where c.org_id = ${currentOrgId} and w.begins < c.day`
  await tx.sql`
    update insight_cards c set day = w.day, created_at = w.created_at, viewed_at = w.viewed_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id uuid, day date, created_at timestamptz, viewed_at timestamptz)
    where c.org_id = ${currentOrgId} and c.id = w.id`
}
