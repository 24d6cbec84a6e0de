import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useReading } from '#core/client/reading.ts'
import { useChange } from '#core/client/useChange.ts'
import { useToday } from '#core/client/useToday.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { Recipient } from '#core/ui/runs/Recipient.tsx'
import { Recipients } from '#core/ui/runs/Recipients.tsx'
import { RunPart } from '#core/ui/runs/RunPart.tsx'
import { Runs } from '#core/ui/runs/Runs.tsx'
import { type Digest, type DigestRecipient, type DigestRun, routes } from '../contract.ts'
import { runRecipients } from '../readings.ts'
import { gotWords, sayRun, sayStampShort, sayTime } from './digestWords.ts'

type Props = {
  digest: Pick<Digest, 'id' | 'runs'>
  isOffline: boolean
  /** Without it nothing is sent again from here. */
  onChanged?: (digest: Digest) => void
}

/** The runs of a digest, and who got the one that is chosen. */
export function DigestRuns({ digest, isOffline, onChanged }: Props) {
  const today = useToday()
  const [chosen, setChosen] = useState(digest.runs[0]?.id)
  const run = digest.runs.find(({ id }) => id === chosen)
  if (digest.runs.length === 0) return <p className="dim">It has not been sent yet.</p>
  return (
    <Runs
      runs={digest.runs.map((one) => ({ id: one.id, when: sayStampShort(one.at, today), result: sayRun(one) }))}
      chosen={chosen}
      onChoose={setChosen}
    >
      {run && <WhoGotIt key={run.id} digest={digest} run={run} isOffline={isOffline} onChanged={onChanged} />}
    </Runs>
  )
}

/** So many at first. */
const SHOWN = 20
const order = ['failed', 'in_doubt', 'waiting', 'sent', 'skipped']

function WhoGotIt({ digest, run, isOffline, onChanged }: Props & { run: DigestRun }) {
  const today = useToday()
  const asked = useReading(
    runRecipients,
    { id: digest.id, run: run.id },
    { when: `${run.sent} ${run.failed} ${run.waiting}` },
  )
  const [isWhole, setWhole] = useState(false)
  const { isBusy, problem, run: change } = useChange()
  const all = asked.value?.recipients.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const shown = isWhole ? all : all?.slice(0, SHOWN)
  const again = (inDoubt: boolean) =>
    change(async () => {
      onChanged?.(await call(routes.retry, { params: { id: digest.id, run: run.id }, body: { in_doubt: inDoubt } }))
      return 'It is sent again.'
    })
  return (
    <RunPart title={`Who got it, ${sayStampShort(run.at, today)}`}>
      <AnswerState isAwaited of={asked} />
      <Problem>{problem}</Problem>
      <Recipients>
        {shown?.map((one) => (
          <Recipient
            key={one.user_id}
            person={one}
            state={one.state}
            words={wordsOf(one)}
            reason={one.state === 'failed' ? one.reason : null}
          />
        ))}
      </Recipients>
      {all && shown && shown.length < all.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show {all.length - shown.length} more
        </Button>
      )}
      {run.clicked > 0 && (
        <p className="cap">
          About {run.clicked} opened a link of it. Programs that look at mails are left out as far as they can be told.
        </p>
      )}
      {run.in_doubt > 0 && (
        <p className="cap">
          ‘In doubt’: the mail server was asked, and its answer was lost. It is not sent twice by itself.
        </p>
      )}
      <Group gap={8} mt={12}>
        {onChanged && run.failed > 0 && (
          <Button variant="default" disabled={isOffline || isBusy} onClick={() => void again(false)}>
            Try the {run.failed} again
          </Button>
        )}
        {onChanged && run.in_doubt > 0 && (
          <Button variant="default" disabled={isOffline || isBusy} onClick={() => void again(true)}>
            Send to those in doubt too
          </Button>
        )}
      </Group>
    </RunPart>
  )
}

function wordsOf({ state, reason, at }: DigestRecipient): string {
  if (state === 'sent') return `${gotWords.sent} ${sayTime(at)}`
  return state === 'skipped' && reason ? reason.replace(/\.$/, '') : gotWords[state]
}
