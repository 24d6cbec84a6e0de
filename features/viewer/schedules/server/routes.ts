// Calls for what is mailed. Whoever may see a report about somebody may have it mailed.
import type { Tx } from '#core/server/database/firm.ts'
import type { House } from '#core/server/feature.ts'
import { type Call, type Served, serve } from '#core/server/routes.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { viewerFlag } from '../../flagsContract.ts'
import { routes, type Schedule } from '../contract.ts'
import { cancelRun, retryRun } from './ending.ts'
import { readDeliveries, readPeople, readRuns, readSchedule, readSchedules } from './reading.ts'
import type { Reports } from './rights.ts'
import { runNow } from './running.ts'
import {
  addSchedule,
  changeSchedule,
  type Doing,
  leaveSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
} from './writing.ts'

export function scheduleRoutes(house: House): Served[] {
  const reports: Reports = () => house.all('viewerReports')
  const allowed = subscribed(viewerFlag)
  const doingOf = ({ session, now }: Pick<Call<unknown, unknown, unknown>, 'session' | 'now'>): Doing => ({
    session,
    now,
    reports,
  })
  const readingOf = ({ session }: { session: SignedIn }) => ({ session, reports })
  type ById = Pick<Call<{ id: string }, unknown, unknown>, 'tx' | 'session' | 'now' | 'params'>
  const then = async (call: ById, act: (tx: Tx, doing: Doing, id: string) => Promise<void>): Promise<Schedule> => {
    await act(call.tx, doingOf(call), call.params.id)
    return readSchedule(call.tx, readingOf(call), call.params.id)
  }
  return [
    serve(routes.list, allowed, async (call) => ({ schedules: await readSchedules(call.tx, readingOf(call)) })),
    serve(routes.people, allowed, async ({ tx, session, query }) => ({
      people: await readPeople(tx, { session, reports }, query),
    })),
    serve(routes.add, allowed, async (call) =>
      readSchedule(call.tx, readingOf(call), await addSchedule(call.tx, doingOf(call), call.body)),
    ),
    serve(routes.change, allowed, (call) => then(call, (tx, doing, id) => changeSchedule(tx, doing, id, call.body))),
    serve(routes.remove, allowed, async (call) => {
      await removeSchedule(call.tx, doingOf(call), call.params.id)
      return undefined
    }),
    serve(routes.pause, allowed, (call) => then(call, pauseSchedule)),
    serve(routes.resume, allowed, (call) => then(call, resumeSchedule)),
    serve(routes.leave, allowed, async (call) => {
      await leaveSchedule(call.tx, doingOf(call), call.params.id)
      return undefined
    }),
    serve(routes.run, allowed, (call) => then(call, runNow)),
    serve(routes.runs, allowed, async (call) => ({ runs: await readRuns(call.tx, readingOf(call), call.params.id) })),
    serve(routes.deliveries, allowed, (call) => readDeliveries(call.tx, readingOf(call), call.params)),
    serve(routes.cancel, allowed, (call) => then(call, (tx, doing) => cancelRun(tx, doing, call.params))),
    serve(routes.retry, allowed, (call) =>
      then(call, (tx, doing) => retryRun(tx, doing, call.params, call.body.in_doubt)),
    ),
  ]
}
