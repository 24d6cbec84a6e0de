import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { scheduleName } from './labels.ts'
import type { ScheduleConfirm, ScheduleDoings } from './useScheduleDoings.ts'

const questions = {
  delete: {
    title: 'Delete scheduled report',
    verb: 'Delete',
    text: 'It stops going out, and its history is deleted. Emails already sent aren’t affected.',
  },
  leave: {
    title: 'Stop emailing it to me',
    verb: 'Stop',
    text: 'You won’t get this report anymore. Others still will.',
  },
} as const

/** Asks for confirmation. */
export function ScheduleAsking({ doings, asking }: { doings: ScheduleDoings; asking: ScheduleConfirm }) {
  const { title, verb, text } = questions[asking.kind]
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isDangerous={asking.kind === 'delete'}
      onClose={doings.close}
      onConfirm={() => doings.confirm(asking)}
    >
      <b>{scheduleName(asking.schedule)}</b>
      <br />
      {text}
    </ConfirmDialog>
  )
}
