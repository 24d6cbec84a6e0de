import { Anchor, Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { messages } from '#core/contract/fields.ts'
import type { Challenge, Session } from '../../contract.ts'
import { routes, waysInLimits, waysInSentences } from '../../waysInContract.ts'
import page from './LoginPage.module.css'
import { hasPasskeys, signWithPasskey } from './passkeyDevice.ts'
import s from './SecondFactor.module.css'
import { useFading } from './useFading.ts'

type Props = {
  login: Pick<Challenge, 'email' | 'methods'> & { challenge?: string }
  /** Why the person is here: one of our own sentences, or ''. */
  reason: string
  onSignedIn: (session: Session) => void
}

/** What a login still needs: a passkey, a code, or a recovery code; the strongest is offered first. */
export function SecondFactor({ login, reason: first, onSignedIn }: Props) {
  const { email, challenge, methods } = login
  const { reason, isFaded, say } = useFading(first ? { text: first, isProblem: false } : null)
  const [isRecovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [wasSent, setSent] = useState(methods[0] === 'text')
  const field = useRef<HTMLInputElement>(null)
  const has = (method: Challenge['methods'][number]) => methods.includes(method)
  const given = { email, challenge }
  const tell = (thrown: unknown) => say({ text: problemOf(thrown), isProblem: true })

  const attempt = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    await work().catch(tell)
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') {
      setError(messages.complete)
      return field.current?.focus()
    }
    void attempt(async () => {
      const typed = code.trim()
      const session = isRecovering
        ? call(routes.recoveryCode, { body: { ...given, recovery_code: typed } }, { token: '' })
        : call(routes.challenge, { body: { ...given, code: typed.replaceAll(' ', '') } }, { token: '' })
      onSignedIn(await session)
    })
  }
  const resend = () =>
    attempt(async () => {
      try {
        const { message } = await call(routes.resendCode, { body: given }, { token: '' })
        setSent(true)
        say({ text: message, isProblem: false })
      } catch (thrown) {
        const isTold =
          thrown instanceof ApiError && thrown.code !== 'too_soon' && thrown.status < 500 && !thrown.isOffline
        say({ text: isTold ? thrown.message : waysInSentences.resendFailed, isProblem: true })
      }
    })
  const withPasskey = () =>
    attempt(async () => {
      const { options } = await call(routes.challengePasskeyOptions, { body: given }, { token: '' })
      const response = await signWithPasskey(options)
      if (!response) return say({ text: waysInSentences.passkeyFailed, isProblem: true })
      onSignedIn(await call(routes.challengePasskey, { body: { ...given, response } }, { token: '' }))
    })
  const turn = (recovering: boolean) => {
    setRecovering(recovering)
    setCode('')
    setError(null)
    field.current?.focus()
  }
  const hasKey = has('passkey') && hasPasskeys()
  const hasCodes = has('authenticator') || has('text')
  const hasForm = hasCodes || has('recovery')
  const isForRecovery = isRecovering || !hasCodes
  return (
    <div className={s.factor}>
      <div className={s.reason} role={reason?.isProblem ? 'alert' : 'status'}>
        {reason && (
          <p data-problem={reason.isProblem || undefined} data-faded={isFaded || undefined}>
            {reason.text}
          </p>
        )}
      </div>
      {hasKey && (
        <>
          <Button
            size="md"
            fullWidth
            leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
            aria-disabled={isBusy || undefined}
            onClick={withPasskey}
          >
            Use your passkey
          </Button>
          {hasForm && (
            <div className={page.or}>
              <span>or</span>
            </div>
          )}
        </>
      )}
      {!hasKey && !hasForm && <p>Your passkey cannot be used in this browser. Please sign in where it can.</p>}
      {hasForm && (
        <form className={s.form} onSubmit={submit} noValidate>
          {isForRecovery ? (
            <TextInput
              key="recovery"
              ref={field}
              size="md"
              label="Recovery code"
              name="recovery_code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={waysInLimits.recovery}
              value={code}
              error={error}
              onChange={(event) => {
                setCode(event.currentTarget.value)
                setError(null)
              }}
            />
          ) : (
            <TextInput
              key="code"
              ref={field}
              size="md"
              label="Verification code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={waysInLimits.code}
              data-autofocus
              autoFocus={!hasKey}
              classNames={{ input: s.code }}
              value={code}
              error={error}
              onChange={(event) => {
                setCode(event.currentTarget.value)
                setError(null)
              }}
            />
          )}
          <Button
            size="md"
            type="submit"
            fullWidth
            variant={hasKey ? 'default' : 'filled'}
            aria-disabled={isBusy || undefined}
          >
            {isForRecovery ? 'Submit recovery code' : 'Submit Verification code'}
          </Button>
        </form>
      )}
      <div className={s.others}>
        {has('text') && !isForRecovery && (
          <Anchor component="button" type="button" size="sm" className={s.other} onClick={resend}>
            {wasSent ? "Didn't receive a text? Try sending it again." : 'Send a code by text message instead'}
          </Anchor>
        )}
        {has('recovery') && hasCodes && (
          <Anchor component="button" type="button" size="sm" className={s.other} onClick={() => turn(!isRecovering)}>
            {isRecovering ? 'Enter a verification code instead' : 'Use a recovery code instead'}
          </Anchor>
        )}
      </div>
    </div>
  )
}
