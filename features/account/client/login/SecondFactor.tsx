import '@mantine/core/styles/Input.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { messages } from '#core/contract/fields.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { type FormState, useForm } from '#core/ui/form/useForm.ts'
import n from '#core/ui/Notice.module.css'
import type { Challenge, Session } from '../../contract.ts'
import { routes, signInLimits, signInMessages } from '../../signInContract.ts'
import page from './LoginPage.module.css'
import { hasPasskeys, signWithPasskey } from './passkeyDevice.ts'
import s from './SecondFactor.module.css'
import { useFading } from './useFading.ts'

type Props = {
  login: Pick<Challenge, 'email' | 'methods'> & { challenge?: string }
  /** Why the person is here: one of our own messages, or ''. */
  reason: string
  onSignedIn: (session: Session) => void
}

/** Asks for the second factor: a passkey, a code, or a recovery code. Offers the strongest first. */
export function SecondFactor({ login, reason: first, onSignedIn }: Props) {
  const { email, challenge, methods } = login
  const { reason, isFaded, say } = useFading(first ? { text: first, isProblem: false } : null)
  const [isRecovering, setRecovering] = useState(false)
  const [wasSent, setSent] = useState(methods[0] === 'text')
  const has = (method: Challenge['methods'][number]) => methods.includes(method)
  const given = { email, challenge }
  /** Errors appear in the line above, which fades. */
  const attempt = async (work: () => Promise<void>) => {
    await work().catch((thrown) => say({ text: problemOf(thrown), isProblem: true }))
    return undefined
  }
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? messages.complete : undefined }),
    send: ({ code }) =>
      attempt(async () => {
        const typed = code.trim()
        const session = isForRecovery
          ? call(routes.recoveryCode, { body: { ...given, recovery_code: typed } }, { token: '' })
          : call(routes.challenge, { body: { ...given, code: typed } }, { token: '' })
        onSignedIn(await session)
      }),
  })
  const resend = async () => {
    try {
      const { message } = await call(routes.resendCode, { body: given }, { token: '' })
      setSent(true)
      say({ text: message, isProblem: false })
    } catch (thrown) {
      const isTold =
        thrown instanceof ApiError && thrown.code !== 'too_soon' && thrown.status < 500 && !thrown.isOffline
      say({ text: isTold ? thrown.message : signInMessages.resendFailed, isProblem: true })
    }
  }
  const withPasskey = async () => {
    const { options } = await call(routes.challengePasskeyOptions, { body: given }, { token: '' })
    const response = await signWithPasskey(options)
    if (!response) return say({ text: signInMessages.passkeyFailed, isProblem: true })
    onSignedIn(await call(routes.challengePasskey, { body: { ...given, response } }, { token: '' }))
  }
  const turn = () => {
    setRecovering(!isRecovering)
    form.fill({ code: '' })
  }
  const hasKey = has('passkey') && hasPasskeys()
  const hasCodes = has('authenticator') || has('text')
  const hasForm = hasCodes || has('recovery')
  const isForRecovery = isRecovering || !hasCodes
  return (
    <div className="stack">
      <div className={`mb16 ${s.reason}`} role={reason?.isProblem ? 'alert' : 'status'}>
        {reason && (
          <p className={`medium ${reason.isProblem ? n.problem : 'sunken'}`} data-faded={isFaded || undefined}>
            {reason.text}
          </p>
        )}
      </div>
      {hasKey && (
        <>
          <Button
            size="md"
            fullWidth
            leftSection={<Icon name="fingerprint" />}
            aria-disabled={form.isBusy || undefined}
            onClick={() => form.run(() => attempt(withPasskey))}
          >
            Use your passkey
          </Button>
          {hasForm && (
            <div className={`cap row gap12 ${page.or}`}>
              <span>or</span>
            </div>
          )}
        </>
      )}
      {!hasKey && !hasForm && <p>This browser can’t use your passkey. Sign in with a browser that can.</p>}
      {hasForm && (
        <CodeForm
          form={form}
          isForRecovery={isForRecovery}
          hasCursor={isRecovering || !hasKey}
          variant={hasKey ? 'default' : 'filled'}
        />
      )}
      <div className="stack top mt8">
        {has('text') && !isForRecovery && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            className={`left ${s.other}`}
            onClick={() => form.run(() => attempt(resend))}
          >
            {wasSent ? "Didn't receive a text? Try sending it again." : 'Send a code by text message instead'}
          </Anchor>
        )}
        {has('recovery') && hasCodes && (
          <Anchor component="button" type="button" size="sm" className={`left ${s.other}`} onClick={turn}>
            {isRecovering ? 'Enter a verification code instead' : 'Use a recovery code instead'}
          </Anchor>
        )}
      </div>
    </div>
  )
}

type CodeFormProps = {
  form: FormState<{ code: string }>
  isForRecovery: boolean
  hasCursor: boolean
  variant: 'default' | 'filled'
}

function CodeForm({ form, isForRecovery, hasCursor, variant }: CodeFormProps) {
  return (
    <Form form={{ ...form, problem: undefined }} className="stack gap16">
      {isForRecovery ? (
        <TextInput
          key="recovery"
          size="md"
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={signInLimits.recovery}
          autoFocus={hasCursor}
          {...form.field('code')}
          name="recovery_code"
        />
      ) : (
        <TextInput
          key="code"
          size="md"
          label="Verification code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={signInLimits.typedCode}
          data-autofocus
          autoFocus={hasCursor}
          classNames={{ input: `num ${s.code}` }}
          {...form.field('code')}
        />
      )}
      <Submit form={form} size="md" fullWidth variant={variant}>
        {isForRecovery ? 'Submit recovery code' : 'Submit Verification code'}
      </Submit>
    </Form>
  )
}
