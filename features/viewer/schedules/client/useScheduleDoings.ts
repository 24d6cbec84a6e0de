// Actions of a scheduled report's menu, with or without a confirmation.
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { routes, type Schedule } from '../contract.ts'

export type ScheduleConfirm = { kind: 'delete' | 'leave'; schedule: Schedule }

type Options = {
  put: (schedule: Schedule) => void
  refresh: () => Promise<void>
  edit: (schedule: Schedule) => void
}

export function useScheduleDoings({ put, refresh, edit }: Options) {
  const [asking, setAsking] = useState<ScheduleConfirm | null>(null)
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
    run: (schedule: Schedule) => act(routes.run, schedule, 'Sending the report…'),
    pause: (schedule: Schedule) => act(routes.pause, schedule, 'Paused. It won’t go out until you resume it.'),
    resume: (schedule: Schedule) => act(routes.resume, schedule, 'Resending the report…'),
    /** Runs the confirmed action. Throws the error that the dialog shows. */
    async confirm({ kind, schedule }: ScheduleConfirm): Promise<string> {
      await call(kind === 'delete' ? routes.remove : routes.leave, { params: { id: schedule.id } })
      await refresh()
      return kind === 'delete' ? 'Scheduled report deleted.' : 'You won’t get it anymore.'
    },
  }
}
export type ScheduleDoings = ReturnType<typeof useScheduleDoings>
