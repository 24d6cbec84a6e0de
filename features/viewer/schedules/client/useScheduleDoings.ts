// Actions of a scheduled report's menu.
import { call } from '#core/client/api.ts'
import { useRowActions } from '#core/client/useRowActions.ts'
import type { MenuAction } from '#core/ui/ActionMenu.tsx'
import { routes, type Schedule } from '../contract.ts'
import { scheduleName } from './labels.ts'

type Options = {
  put: (schedule: Schedule) => void
  refresh: () => Promise<void>
  edit: (schedule: Schedule) => void
}

export function useScheduleDoings({ put, refresh, edit }: Options) {
  const { act, ask, question, close } = useRowActions(put)
  const leave = (schedule: Schedule) =>
    ask({
      title: 'Stop emailing it to me',
      verb: 'Stop',
      name: scheduleName(schedule),
      text: 'You won’t get this report anymore. Others still will.',
      async confirm() {
        await call(routes.leave, { params: { id: schedule.id } })
        await refresh()
        return 'You won’t get it anymore.'
      },
    })
  const remove = (schedule: Schedule) =>
    ask({
      title: 'Delete scheduled report',
      verb: 'Delete',
      name: scheduleName(schedule),
      text: 'It stops going out, and its history is deleted. Emails already sent aren’t affected.',
      isDangerous: true,
      async confirm() {
        await call(routes.remove, { params: { id: schedule.id } })
        await refresh()
        return 'Scheduled report deleted.'
      },
    })
  const pause = (one: Schedule) => act(routes.pause, one, 'Paused. It won’t go out until you resume it.')
  const resume = (one: Schedule) => act(routes.resume, one, 'Resending the report…')
  /** Returns only the actions that are available now. */
  const actionsOf = (one: Schedule): MenuAction[] => {
    const { can_change: can, state, is_mine } = one
    return [
      can && { label: 'Run now', icon: 'send', act: () => act(routes.run, one, 'Sending the report…') },
      can && { label: 'Edit', icon: 'pencil', act: () => edit(one) },
      can && state === 'on' && { label: 'Pause', icon: 'player-pause', act: () => pause(one) },
      can && state !== 'on' && { label: 'Resume', icon: 'player-play', act: () => resume(one) },
      is_mine && { label: 'Stop emailing it to me', icon: 'mail-off', act: () => leave(one) },
      can && 'line',
      can && { label: 'Delete', icon: 'trash', act: () => remove(one), isDangerous: true },
    ]
  }
  return { question, close, actionsOf }
}
