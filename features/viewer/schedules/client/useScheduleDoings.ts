// What is done with a mailed report from its menu: at once, or after a question.
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { routes, type Schedule } from '../contract.ts'

export type Asking = { kind: 'delete' | 'leave'; schedule: Schedule }

type Options = {
  put: (schedule: Schedule) => void
  refresh: () => Promise<void>
  edit: (schedule: Schedule) => void
}

export function useScheduleDoings({ put, refresh, edit }: Options) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const act = async (route: typeof routes.pause, { id }: Schedule, message: string) => {
    try {
      put(await call(route, { params: { id } }))
      toast({ message, color: 'green' })
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
    }
  }
  return {
    asking,
    ask: setAsking,
    close: () => setAsking(null),
    edit,
    run: (schedule: Schedule) => act(routes.run, schedule, 'The report is being mailed.'),
    pause: (schedule: Schedule) => act(routes.pause, schedule, 'It is not mailed until you resume it.'),
    resume: (schedule: Schedule) => act(routes.resume, schedule, 'The report is mailed again.'),
    /** Of what was asked for: throws what the dialog says. */
    async confirm({ kind, schedule }: Asking): Promise<string> {
      await call(kind === 'delete' ? routes.remove : routes.leave, { params: { id: schedule.id } })
      await refresh()
      return kind === 'delete' ? 'The report is not mailed any more.' : 'You do not get it any more.'
    },
  }
}
export type ScheduleDoings = ReturnType<typeof useScheduleDoings>
