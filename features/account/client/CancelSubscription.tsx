import { Anchor, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { routes } from '../ownContract.ts'
import s from './AccountPage.module.css'
import { FormProblem } from './FormProblem.tsx'

/** For organizations of one person. Asks first; nothing ends by itself: Pursuit is told and writes back. */
export function CancelSubscription({ isOffline }: { isOffline: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const { message } = await call(routes.cancelSubscription, {})
      toast({ message, color: 'green', stays: true })
      setAsking(false)
    } catch (thrown) {
      setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Anchor component="button" type="button" size="sm" fw={550} className={s.link} onClick={() => setAsking(true)}>
        Cancel subscription
      </Anchor>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title="Cancel your subscription?" size={440}>
        <FormProblem>{problem}</FormProblem>
        <Text>
          We tell Pursuit that you want to cancel, and somebody writes to you. Until then everything stays as it is, and
          your data can be downloaded under ‘My data’.
        </Text>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button
            variant="subtle"
            color="gray"
            onClick={cancel}
            disabled={isOffline}
            aria-disabled={isBusy || undefined}
          >
            Ask to cancel
          </Button>
          <Button data-autofocus onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </Group>
      </Modal>
    </>
  )
}
