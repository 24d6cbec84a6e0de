import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '#core/client/api.ts'
import { session, useIsOn, useSession } from '#core/client/session.ts'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { useTitle } from '#core/client/title.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { twoFactorFlag } from '../../flagsContract.ts'
import { routes } from '../../sessionContract.ts'
import { type SecurityAction, SecurityDialog } from '../security/SecurityDialog.tsx'
import s from './LoginPage.module.css'
import { hasPasskeys } from './passkeyDevice.ts'

/** Requires two-factor enrollment before anything else, because the firm mandates it. */
export function Enrol() {
  useTitle('Set up two-factor authentication')
  const firm = useSession()?.Org.name ?? 'Your firm'
  const [asked, setAsked] = useState<SecurityAction | null>(null)
  const canText = useIsOn(twoFactorFlag)
  const isSetUp = useRef(false)
  const { isBusy, problem, run } = useMutation()
  const goOn = () =>
    run(async () => {
      session.refresh(await call(routes.me, {}))
      return undefined
    })
  const noteSetUp = () => {
    isSetUp.current = true
  }
  const close = () => {
    setAsked(null)
    if (isSetUp.current) void goOn()
  }
  const leave = () =>
    run(async () => {
      await call(routes.logout, {}).catch(() => undefined)
      session.end()
      return undefined
    })
  return (
    <LoginFrame
      title="Set up two-factor authentication"
      lead={`${firm} requires two-factor authentication. Setting it up takes about a minute.`}
    >
      <Problem>{problem}</Problem>
      <div className="stack gap12">
        <Button
          size="md"
          fullWidth
          aria-disabled={isBusy || undefined}
          leftSection={<Icon name="device-mobile" />}
          onClick={() => setAsked({ kind: 'addAuthenticator' })}
        >
          Use an authenticator app
        </Button>
        {hasPasskeys() && (
          <Button
            size="md"
            fullWidth
            variant="default"
            aria-disabled={isBusy || undefined}
            leftSection={<Icon name="fingerprint" />}
            onClick={() => setAsked({ kind: 'addPasskey' })}
          >
            Use a passkey
          </Button>
        )}
        {canText && (
          <Button
            size="md"
            fullWidth
            variant="default"
            aria-disabled={isBusy || undefined}
            leftSection={<Icon name="message" />}
            onClick={() => setAsked({ kind: 'changePhone' })}
          >
            Use text messages
          </Button>
        )}
      </div>
      <Anchor component="button" type="button" size="sm" fw={550} className={`inline mt12 ${s.back}`} onClick={leave}>
        Log out
      </Anchor>
      {asked && <SecurityDialog action={asked} onChanged={noteSetUp} onClose={close} />}
    </LoginFrame>
  )
}
