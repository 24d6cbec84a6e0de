import { Button } from '@mantine/core'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import type { Digest } from '../contract.ts'
import { formatPeople } from './digestLabels.ts'
import type { DigestConfirm, DigestDoings } from './useDigestDoings.ts'

const questions = {
  cancel: {
    title: 'Cancel digest',
    verb: 'Cancel digest',
    textOf: () => 'It isn’t sent to anyone anymore. What was sent stays in its history.',
  },
  delete: {
    title: 'Warning',
    verb: 'Delete',
    textOf: () => 'This deletes the digest and its history. Emails already sent aren’t affected.',
  },
  sendNow: {
    title: 'Send now',
    verb: 'Send now',
    textOf: ({ contacts }: Digest) => `It goes to ${formatPeople(contacts)} right away.`,
  },
} as const

/** Confirms what will happen before it does. */
export function DigestAsking({ doings, asking }: { doings: DigestDoings; asking: DigestConfirm }) {
  const { title, verb, textOf } = questions[asking.kind]
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isDangerous={asking.kind !== 'sendNow'}
      onClose={doings.close}
      {...(asking.kind === 'cancel' && {
        beside: (
          <Button variant="default" data-autofocus onClick={doings.close}>
            Keep it
          </Button>
        ),
      })}
      onConfirm={() => doings.confirm(asking)}
    >
      <b>{asking.digest.title || 'Untitled'}</b>
      <br />
      {textOf(asking.digest)}
    </ConfirmDialog>
  )
}
