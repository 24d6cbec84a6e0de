import { AskDialog } from '#core/ui/form/AskDialog.tsx'
import type { Asking, ScheduleDoings } from './useScheduleDoings.ts'
import { nameOf } from './words.ts'

const questions = {
  delete: {
    title: 'Delete mailed report',
    verb: 'Delete',
    text: 'It is not mailed to anybody any more, and its history disappears. Mails that were sent stay where they are.',
  },
  leave: {
    title: 'Stop mailing it to me',
    verb: 'Stop',
    text: 'You do not get this report any more. Others still do.',
  },
} as const

/** Says what will happen before it does. */
export function ScheduleAsking({ doings, asking }: { doings: ScheduleDoings; asking: Asking }) {
  const { title, verb, text } = questions[asking.kind]
  return (
    <AskDialog
      title={title}
      verb={verb}
      isDangerous={asking.kind === 'delete'}
      onClose={doings.close}
      onConfirm={() => doings.confirm(asking)}
    >
      <b>{nameOf(asking.schedule)}</b>
      <br />
      {text}
    </AskDialog>
  )
}
