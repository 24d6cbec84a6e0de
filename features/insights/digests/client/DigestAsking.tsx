import { AskDialog } from '#core/ui/form/AskDialog.tsx'
import type { Asking, DigestDoings } from './useDigestDoings.ts'

const questions = {
  cancel: {
    title: 'Cancel digest',
    verb: 'Cancel digest',
    text: 'It will not go to anybody any more. What was sent stays in its history.',
  },
  delete: {
    title: 'Warning',
    verb: 'Delete',
    text: 'It disappears with its history. Mails that were sent stay where they are.',
  },
  sendNow: { title: 'Send now', verb: 'Send now', text: 'It goes to everybody who is meant, right away.' },
} as const

/** Says what will happen before it does. */
export function DigestAsking({ doings, asking }: { doings: DigestDoings; asking: Asking }) {
  const { title, verb, text } = questions[asking.kind]
  return (
    <AskDialog
      title={title}
      verb={verb}
      isDangerous={asking.kind !== 'sendNow'}
      onClose={doings.close}
      onConfirm={() => doings.confirm(asking)}
    >
      <b>{asking.digest.title || 'Untitled'}</b>
      <br />
      {text}
    </AskDialog>
  )
}
