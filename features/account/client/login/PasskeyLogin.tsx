import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Session } from '../../contract.ts'
import { routes, signInMessages } from '../../signInContract.ts'
import { hasPasskeys, signWithPasskey } from './passkeyDevice.ts'

type Props = { onSignedIn: (session: Session) => void; onProblem: (problem: string | null) => void }

/** Signs in with a passkey, if the browser supports it. */
export function PasskeyLogin({ onSignedIn, onProblem }: Props) {
  const [isBusy, setBusy] = useState(false)
  if (!hasPasskeys()) return null
  const signIn = async () => {
    if (isBusy) return
    setBusy(true)
    onProblem(null)
    try {
      const { options } = await call(routes.passkeyOptions, {}, { token: '' })
      const response = await signWithPasskey(options)
      if (response) onSignedIn(await call(routes.passkeyLogin, { body: { response } }, { token: '' }))
      else onProblem(signInMessages.passkeyFailed)
    } catch (thrown) {
      onProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="md"
      fullWidth
      data-passkey
      variant="default"
      leftSection={<Icon name="fingerprint" />}
      aria-disabled={isBusy || undefined}
      onClick={signIn}
    >
      Sign in with a passkey
    </Button>
  )
}
