import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useNotices } from '#core/client/useNotices.ts'
import type { Session } from '#core/contract/session.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Notification } from '../contract.ts'
import s from './Inbox.module.css'
import { answerOffer, canBeOffered, hasPushed, isOffered, knownOffer } from './offering.ts'
import { pushSentence, usePush } from './usePush.ts'

type Props = { lines: readonly Notification[] }

/** Offers pushes once, to a person whose inbox has a line that would have been pushed. */
export function PushOffer({ lines }: Props) {
  const session = useSession()
  const notices = useNotices()
  const isOffline = useSyncStatus(isOfflineNow)
  const [canAsk] = useState(() => session !== null && canBeOffered(session))
  if (!session || !canAsk || isOffline || !hasPushed(lines, notices, session)) return null
  return <Offer session={session} />
}

function Offer({ session }: { session: Session }) {
  const { state, isBusy, turn } = usePush(session.user.id)
  const [step, setStep] = useState<'asking' | 'offered' | 'over'>(knownOffer() ? 'offered' : 'asking')
  const [isLate] = useState(step === 'asking')
  useEffect(() => {
    let isGone = false
    void isOffered().then((isSent) => isGone || setStep((now) => (now === 'asking' && isSent ? 'offered' : now)))
    return () => {
      isGone = true
    }
  }, [])
  // The person has decided, here or in the settings.
  const isAnswered = state !== 'off'
  useEffect(() => {
    if (isAnswered) answerOffer()
  }, [isAnswered])
  const close = () => {
    answerOffer()
    setStep('over')
  }
  if (step !== 'offered' || state === 'on') return null
  return (
    <section className={`flex gap12 rounded ${s.offer}`} data-late={isLate || undefined} aria-labelledby="push-offer">
      <Icon name="bell-ringing" size={20} className="rigid brand" />
      <div>
        <h2 id="push-offer">Get these on this device too?</h2>
        <p role="status">
          {isAnswered
            ? pushSentence(state)
            : 'Get invitations, reminders, and Target updates even when Pursuit is closed.'}
        </p>
        <div className={`flex wrap gap8 ${s.answers}`}>
          {!isAnswered && (
            <Button size="compact-sm" loading={isBusy} onClick={() => void turn(true)}>
              Turn on
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={close}>
            {isAnswered ? 'Close' : 'Not now'}
          </Button>
        </div>
      </div>
    </section>
  )
}
