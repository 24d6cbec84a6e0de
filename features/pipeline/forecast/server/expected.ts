// Expectations of Targets: those of now, and those of a day.
import { type RawBuilder, sql } from 'kysely'
import { currentStage, offeredStages, type Stages } from '#core/contract/stages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'

/** A part of a report's request, which other screens can fill too. */
export type ForecastAsked = {
  scope: Pick<AskedReport['scope'], 'people' | 'isOwn'>
  session: { org: Pick<AskedReport['session']['org'], 'stages' | 'zone'> }
}

/** SQL of the chances of all stages, removed ones included, as rows `s` of `id` and `chance`. */
export function stageChances(firm: Stages | null): RawBuilder<unknown> {
  const stages = firm ?? offeredStages
  const chances = [...stages.inOrder, ...stages.removed].map(({ id }) => {
    return { id, chance: currentStage(stages, id)?.chance ?? null }
  })
  return sql`jsonb_to_recordset(${JSON.stringify(chances)}::jsonb) as s (id uuid, chance smallint)`
}

/** SQL of a Target's (`t`) dollars. Intangible counts 0. */
export const amountOf = sql`greatest(coalesce(t.projected_revenue, 0), 0)`

/** Private Targets count in their owner's figures alone. Alias t or f. */
export const countsFor = ({ scope }: Pick<ForecastAsked, 'scope'>, alias: 't' | 'f'): RawBuilder<boolean> =>
  scope.isOwn ? sql<boolean>`true` : sql<boolean>`not ${sql.ref(`${alias}.is_private`)}`

/**
 * Common table expressions of a statement about a scope: its `people`, the Targets that are private now and don't count in
 * it (`hidden`), and those that its people pursue (`live`), with `id`, `owner_id`, `close` (a month or day), `chance`,
 * `amount`, and `weighted`. PostgreSQL computes only those that the statement uses, and each once.
 */
export const forecastScope = (asked: ForecastAsked) => sql`
  people as materialized (${asked.scope.people}),
  hidden as materialized (
    select t.id from targets t
    where t.org_id = ${currentOrgId} and t.is_private ${asked.scope.isOwn ? sql`and t.owner_id not in (select id from people)` : sql``}),
  live as (
    select t.id, t.owner_id, t.expected_close as close, coalesce(t.chance, s.chance) as chance, ${amountOf} as amount,
      ${amountOf} * coalesce(t.chance, s.chance) / 100 as weighted
    from targets t left join ${stageChances(asked.session.org.stages)} on s.id = t.stage_id
    where t.org_id = ${currentOrgId} and t.status = 'active' and t.owner_id in (select id from people) and ${countsFor(asked, 't')})`

/**
 * SQL of what was expected in the morning of `on` (SQL of a day): `id`, `owner_id`, `close`, `chance`, `amount`, and
 * `weighted`. A Target that has become private since is left out as if it had always been, even for an earlier owner.
 * Needs `forecastScope`.
 */
export const expectedOn = (asked: Pick<ForecastAsked, 'scope'>, on: RawBuilder<unknown>) => sql`
  select f.target_id as id, f.owner_id, f.expected_close as close, f.chance, f.amount, f.amount * f.chance / 100 as weighted
  from forecast_facts f
  where f.org_id = ${currentOrgId} and f.since <= ${on} and (f.until is null or f.until > ${on}) and f.owner_id in (select id from people)
    and ${countsFor(asked, 'f')} and not exists (select 1 from hidden h where h.id = f.target_id)`
