// Endpoints for scheduled reports. Anyone who can see a report can schedule it.
import type { Tx } from '#core/server/database/tx.ts'
import type { ServerContext } from '#core/server/declaration.ts'
import { type Call, defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { viewerFlag } from '../../flagsContract.ts'
import { routes, type Schedule } from '../contract.ts'
import { cancelRun, retryReport } from './ending.ts'
import type { Reports } from './policies.ts'
import { readDeliveries, readSchedule, readSchedulePeople, readScheduleRuns, readSchedules } from './reading.ts'
import { runNow } from './running.ts'
import {
  addSchedule,
  changeReport,
  leaveReport,
  pauseReport,
  removeReport,
  resumeReport,
  type ScheduleMutation,
} from './writing.ts'

export function scheduleRoutes(house: ServerContext): Handler[] {
  const reports: Reports = () => house.all('viewerReports')
  const allowed = subscribed(viewerFlag)
  const doingOf = ({ session, now }: Pick<Call<unknown, unknown, unknown>, 'session' | 'now'>): ScheduleMutation => ({
    session,
    now,
    reports,
  })
  const readingOf = ({ session }: { session: SignedInSession }) => ({ session, reports })
  type ById = Pick<Call<{ id: string }, unknown, unknown>, 'tx' | 'session' | 'now' | 'params'>
  const then = async (
    call: ById,
    act: (tx: Tx, doing: ScheduleMutation, id: string) => Promise<void>,
  ): Promise<Schedule> => {
    await act(call.tx, doingOf(call), call.params.id)
    return readSchedule(call.tx, readingOf(call), call.params.id)
  }
  return [
    defineHandler(routes.list, allowed, async (call) => ({ schedules: await readSchedules(call.tx, readingOf(call)) })),
    defineHandler(routes.people, allowed, async ({ tx, session, query }) => ({
      people: await readSchedulePeople(tx, { session, reports }, query),
    })),
    defineHandler(routes.add, allowed, async (call) =>
      readSchedule(call.tx, readingOf(call), await addSchedule(call.tx, doingOf(call), call.body)),
    ),
    defineHandler(routes.change, allowed, (call) =>
      then(call, (tx, doing, id) => changeReport(tx, doing, id, call.body)),
    ),
    defineHandler(routes.remove, allowed, async (call) => {
      await removeReport(call.tx, doingOf(call), call.params.id)
      return undefined
    }),
    defineHandler(routes.pause, allowed, (call) => then(call, pauseReport)),
    defineHandler(routes.resume, allowed, (call) => then(call, resumeReport)),
    defineHandler(routes.leave, allowed, async (call) => {
      await leaveReport(call.tx, doingOf(call), call.params.id)
      return undefined
    }),
    defineHandler(routes.run, allowed, (call) => then(call, runNow)),
    defineHandler(routes.runs, allowed, async (call) => ({
      runs: await readScheduleRuns(call.tx, readingOf(call), call.params.id),
    })),
    defineHandler(routes.deliveries, allowed, (call) => readDeliveries(call.tx, readingOf(call), call.params)),
    defineHandler(routes.cancel, allowed, (call) => then(call, (tx, doing) => cancelRun(tx, doing, call.params))),
    defineHandler(routes.retry, allowed, (call) =>
      then(call, (tx, doing) => retryReport(tx, doing, call.params, call.body.in_doubt)),
    ),
  ]
}
