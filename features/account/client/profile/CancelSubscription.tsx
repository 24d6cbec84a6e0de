import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { routes } from '../../ownContract.ts'
import s from '../AccountPage.module.css'

/**
 * Requests a cancellation for organizations of one person, after a confirmation. Pursuit is notified, and nothing ends
 * automatically.
 */
export function CancelSubscription({ isOffline }: { isOffline: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, problem, run } = useMutation()
  const cancel = async () => {
    const isDone = await run(async () => {
      const { message } = await call(routes.cancelSubscription, {})
      toast({ message, color: 'green', stays: true })
      return undefined
    })
    if (isDone) setAsking(false)
  }
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        fw={550}
        className={`inline ${s.link}`}
        onClick={() => setAsking(true)}
      >
        Cancel subscription
      </Anchor>
      {isAsking && (
        <Dialog
          title="Cancel your subscription?"
          size={440}
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button variant="default" onClick={cancel} disabled={isOffline} aria-disabled={isBusy || undefined}>
                Request cancellation
              </Button>
              <Button data-autofocus onClick={() => setAsking(false)}>
                Keep subscription
              </Button>
            </>
          }
        >
          <Problem>{problem}</Problem>
          <p>
            We’ll let the Pursuit team know, and someone will email you. Nothing changes until then, and you can
            download your data under My data.
          </p>
        </Dialog>
      )}
    </>
  )
}
