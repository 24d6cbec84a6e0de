// Endpoints of the embedded dashboard, outside of /api. Read-only, and accessible only with its token.
import type { z } from 'zod'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import { dayIn, stampIn } from '#core/contract/dates.ts'
import { forbidden, invalid, notFound, Refusal } from '#core/contract/errors.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { defineExternalApi, type ExternalApi } from '#core/server/externalApi.ts'
import { type AskedScope, scopeOf } from '#core/server/reports/scope.ts'
import { askedDays } from '#core/server/reports/serveViewerReport.ts'
import type { SecretBox } from '#core/server/secretBox.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { isForecastOn } from '#features/pipeline/forecast/figuresContract.ts'
import { trainerFlag } from '#features/trainer/flagsContract.ts'
import { FIGURES_PATH } from '../contract.ts'
import { AskedLearning, FiguresQuery } from '../figuresContract.ts'
import { readBearer, sessionOf } from './bearer.ts'
import { quartersAhead, readFigures, readPeopleFigures, readPipelineFigures, wonByMonth } from './figures.ts'
import { learning } from './learning.ts'
import type { Counting, Sources } from './sources.ts'

type Panel = {
  isOn: (subscriptions: FirmSubscriptions) => boolean
  asked: typeof FiguresQuery
  count: (tx: Tx, counting: Counting, sources: Sources) => Promise<object>
}

const having =
  (flag: Flag): Panel['isOn'] =>
  (subscriptions) =>
    isFeatureOn(subscriptions, flag)

const panels: Record<string, Panel> = {
  '/forecast': { isOn: isForecastOn, asked: FiguresQuery, count: quartersAhead },
  '/summary': { isOn: having(trackerFlag), asked: FiguresQuery, count: readFigures },
  '/pipeline': { isOn: having(trackerFlag), asked: FiguresQuery, count: readPipelineFigures },
  '/won': { isOn: having(trackerFlag), asked: FiguresQuery, count: wonByMonth },
  '/people': { isOn: having(trackerFlag), asked: FiguresQuery, count: readPeopleFigures },
  '/learning': { isOn: having(trainerFlag), asked: AskedLearning, count: learning },
}

export const figuresApi = (box: SecretBox, sources: Sources): ExternalApi =>
  defineExternalApi<ReturnType<typeof readBearer>>({
    prefix: FIGURES_PATH,
    types: ['application/json'],
    bodyBytes: 1,
    admit: async ({ request, now }) => readBearer(box, request.headers.authorization, now),
    async answer({ method, path, query, database, caller, now }) {
      if (method !== 'GET') throw new Refusal('not_allowed', 'Method not allowed.', 405)
      const panel = panels[path]
      if (!panel) throw notFound('Not found.')
      const body = await withOrg(
        database,
        caller.org,
        async (tx) => {
          const session = await sessionOf(tx, caller, now)
          if (!panel.isOn(session.org.subscriptions)) throw forbidden('Your firm doesn’t have this panel.')
          return panel.count(tx, await countingOf(tx, session, read(panel.asked, query), now), sources)
        },
        { isQuiet: true },
      )
      return { status: 200, body }
    },
    refuse: (refusal) => ({
      status: refusal.status,
      body: refusal.body(),
      ...(refusal.status === 401 && { headers: { 'www-authenticate': 'Bearer' } }),
    }),
  })

function read(asked: typeof FiguresQuery, query: URLSearchParams): z.infer<typeof AskedLearning> {
  const found = asked.safeParse(Object.fromEntries(query))
  if (found.success) return found.data
  throw invalid(Object.fromEntries(found.error.issues.map(({ path, message }) => [path.join('.'), message])))
}

async function countingOf(
  tx: Tx,
  session: SignedInSession,
  { key, id, start, end, lesson }: z.infer<typeof AskedLearning>,
  now: string,
): Promise<Counting> {
  const { zone } = session.org
  const today = dayIn(zone, now)
  const scope: AskedScope = await scopeOf(tx, session, key, id)
  return {
    people: scope.people,
    has: (flag) => isFeatureOn(session.org.subscriptions, flag),
    zone,
    now,
    today,
    made: stampIn(zone, now),
    days: askedDays(start, end, today),
    lesson,
  }
}
