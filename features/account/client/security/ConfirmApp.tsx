import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { call, problemOf } from '#core/client/api.ts'
import { messages } from '#core/contract/fields.ts'
import { routes, type SecurityChanged, waysInLimits } from '../../waysInContract.ts'
import s from './Security.module.css'

type Props = { plan: { secret: string; uri: string }; onConfirmed: (state: SecurityChanged) => void }

/** The secret as a picture and as text, and a first code that proves that the app has it. */
export function ConfirmApp({ plan, onConfirmed }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') return setError(messages.complete)
    setBusy(true)
    try {
      onConfirmed(await call(routes.confirmAuthenticator, { body: { code: code.replaceAll(' ', '') } }))
    } catch (thrown) {
      setError(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={s.form} onSubmit={send} noValidate>
      <p>Scan this picture with your authenticator app, or type the secret into it.</p>
      <Picture of={plan.uri} />
      <p className={s.secret}>{plan.secret.replace(/(.{4})(?!$)/g, '$1 ')}</p>
      <TextInput
        label="Code that the app shows"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={waysInLimits.code}
        data-autofocus
        autoFocus
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setError(null)
        }}
      />
      <div className={s.actions}>
        <Button type="submit" aria-disabled={isBusy || undefined}>
          Turn on
        </Button>
      </div>
    </form>
  )
}

/** Always dark on white: cameras expect it. */
function Picture({ of }: { of: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(of, { border: 0 })
    const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
    return { size, path }
  }, [of])
  return (
    <svg
      className={s.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the secret"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
