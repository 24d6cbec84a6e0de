import { sql } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import { type Stages, stagesFlag } from '#core/contract/stages.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { allOf, defineHandler } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { forecastFlag } from '../flagsContract.ts'
import { ownForecastRoute } from '../ownContract.ts'
import type { TeamForecast } from './contract.ts'
import { thisAndNextOf } from './now.ts'

export const forecastOfTeam: TeamForecast = async (tx, { people, zone, today }) => {
  const { rows } = await tx.sql<{ stages: Stages | null }>`select stages from orgs where id = ${currentOrgId}`
  return thisAndNextOf(tx, {
    scope: { people, isOwn: false },
    session: { org: { stages: rows[0]!.stages, zone } },
    today,
  })
}

export const forecastHandlers = [
  defineHandler(
    ownForecastRoute,
    allOf(subscribed(trackerFlag), allOf(subscribed(stagesFlag), subscribed(forecastFlag))),
    ({ tx, session, context: { actor, zone, now } }) =>
      thisAndNextOf(tx, {
        scope: { people: sql`select ${actor.id}::uuid as id`, isOwn: true },
        session,
        today: dayIn(zone, now),
      }),
  ),
]
