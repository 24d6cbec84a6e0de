// Endpoint for the KPI dashboard's token, for people who manage others in a firm that has it.
import { isFeatureOn } from '#core/contract/area.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { withOrg } from '#core/server/database/tx.ts'
import type { ServerContext } from '#core/server/declaration.ts'
import { allOf, defineHandler, type Handler } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { isForecastOn } from '#features/pipeline/forecast/figuresContract.ts'
import { trainerFlag } from '#features/trainer/flagsContract.ts'
import { dashboardsFlag, viewerFlag } from '../../flagsContract.ts'
import { type PanelArea, routes, TOKEN_SECONDS } from '../contract.ts'
import { answerWith } from './answers.ts'
import { checkManager, tokenFor } from './bearer.ts'
import { externalToken } from './external.ts'

const panelsOf = (subscriptions: FirmSubscriptions): PanelArea[] => [
  ...(isFeatureOn(subscriptions, trackerFlag) ? (['work'] as const) : []),
  ...(isFeatureOn(subscriptions, trainerFlag) ? (['learning'] as const) : []),
]

export const kpiRoutes = ({ box, kpi, limits }: Pick<ServerContext, 'box' | 'kpi' | 'limits'>): Handler[] => [
  // Long-running, so the database connection is free while another service is called.
  defineHandler(
    routes.token,
    allOf(subscribed(viewerFlag), subscribed(dashboardsFlag)),
    async ({ database, session, now }) => {
      await withOrg(database, session.org.id, (tx) => checkManager(tx, session), { isQuiet: true })
      if (kpi) return externalToken(kpi, session, limits)
      const { subscriptions } = session.org
      const token = { access_token: tokenFor(box, session, now), expires_in: TOKEN_SECONDS }
      return answerWith(token, panelsOf(subscriptions), isForecastOn(subscriptions))
    },
    { isLong: true },
  ),
]
