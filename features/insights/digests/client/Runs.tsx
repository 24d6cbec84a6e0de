import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconMailCheck, IconMailX } from '@tabler/icons-react'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useReading } from '#core/client/reading.ts'
import { useChange } from '#core/client/useChange.ts'
import { useToday } from '#core/client/useToday.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Face } from '#core/ui/Face.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { type Digest, type DigestRecipient, type DigestRun, routes } from '../contract.ts'
import { runRecipients } from '../readings.ts'
import s from './Digests.module.css'
import { gotWords, sayRun, sayStampShort, sayTime } from './digestWords.ts'

type Props = {
  digest: Pick<Digest, 'id' | 'runs'>
  isOffline: boolean
  /** Without it nothing is sent again from here. */
  onChanged?: (digest: Digest) => void
}

/** The runs of a digest, and who got the one that is chosen. */
export function Runs({ digest, isOffline, onChanged }: Props) {
  const today = useToday()
  const [chosen, setChosen] = useState(digest.runs[0]?.id)
  const run = digest.runs.find(({ id }) => id === chosen)
  if (digest.runs.length === 0) return <p className="dim">It has not been sent yet.</p>
  return (
    <div className={s.runs}>
      <div>
        <h2 className={s.part}>Runs</h2>
        <ul className={s.runList}>
          {digest.runs.map((one) => (
            <li key={one.id}>
              <UnstyledButton aria-pressed={one.id === chosen} onClick={() => setChosen(one.id)}>
                <b>{sayStampShort(one.at, today)}</b>
                <span className="num">{sayRun(one)}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
      {run && <WhoGotIt key={run.id} digest={digest} run={run} isOffline={isOffline} onChanged={onChanged} />}
    </div>
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
    <div>
      <h2 className={s.part}>Who got it, {sayStampShort(run.at, today)}</h2>
      <AnswerState isAwaited of={asked} />
      <Problem>{problem}</Problem>
      <ul className={s.got}>
        {shown?.map((one) => (
          <Line key={one.user_id} recipient={one} />
        ))}
      </ul>
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
      <div className={s.again}>
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
      </div>
    </div>
  )
}

const icons = { sent: IconMailCheck, failed: IconMailX, in_doubt: IconAlertTriangle } as const

function Line({ recipient }: { recipient: DigestRecipient }) {
  const { state, reason, at } = recipient
  const Icon = state === 'sent' || state === 'failed' || state === 'in_doubt' ? icons[state] : null
  return (
    <li>
      <span className={s.who}>
        <Face initials={initialsOf(recipient)} />
        {fullNameOf(recipient)}
      </span>
      <span className="cap num">{state === 'sent' ? sayTime(at) : ''}</span>
      <span className={s.became} data-state={state}>
        {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
        {state === 'skipped' && reason ? reason.replace(/\.$/, '') : gotWords[state]}
        {state === 'failed' && reason && <span className="cap">{reason}</span>}
      </span>
    </li>
  )
}
