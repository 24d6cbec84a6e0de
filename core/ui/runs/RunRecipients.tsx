import '@mantine/core/styles/Group.layer.css'
import { Button, Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import type { Mutation } from '#core/client/useMutation.ts'
import { useToday } from '#core/client/useToday.ts'
import { Problem } from '../Problem.tsx'
import { formatCount, formatStampShort } from './formatRun.ts'
import { RunPart } from './RunPart.tsx'

type Retry = (inDoubt: boolean) => Promise<unknown>
type Props = {
  run: { at: string; in_doubt: number }
  asked: ComponentProps<typeof AnswerState>['of']
  mutation: Mutation
  isOffline: boolean
  above?: ReactNode
  /** `Recipient` elements. */
  children: ReactNode
  below?: ReactNode
  /** Sends again to those whose email failed, and to unconfirmed ones on request. False if the person can't do it now. */
  retry: false | Retry
  failed: number
}

/** Shows what became of each email of a run. */
export function RunRecipients({ run, asked, mutation, isOffline, above, children, below, retry, failed }: Props) {
  const today = useToday()
  const again = (send: Retry, inDoubt: boolean, label: string) => (
    <Button
      variant="default"
      disabled={isOffline || mutation.isBusy}
      onClick={() => void mutation.run(() => send(inDoubt).then(() => 'Resending.'))}
    >
      {label}
    </Button>
  )
  return (
    <RunPart title={`Recipients, ${formatStampShort(run.at, today)}`}>
      {above}
      <AnswerState isAwaited of={asked} />
      <Problem>{mutation.problem}</Problem>
      {children}
      {below}
      {run.in_doubt > 0 && (
        <p className="cap">
          Unconfirmed: the mail server’s answer was lost. These emails may have arrived, so they aren’t sent again by
          themselves.
        </p>
      )}
      {retry && (
        <Group gap={8} mt={12}>
          {failed > 0 && again(retry, false, `Retry ${formatCount(failed)} failed`)}
          {run.in_doubt > 0 && again(retry, true, 'Send to the unconfirmed too')}
        </Group>
      )}
    </RunPart>
  )
}
