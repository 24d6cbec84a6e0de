import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { call } from '#core/client/api.ts'
import { messages } from '#core/contract/fields.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { routes, type SecurityChanged, signInLimits } from '../../signInContract.ts'
import s from './Security.module.css'

type Props = { plan: { secret: string; uri: string }; onConfirmed: (state: SecurityChanged) => void }

/** Shows the secret as a QR code and text, and asks for a first code as proof. */
export function ConfirmApp({ plan, onConfirmed }: Props) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? messages.complete : undefined }),
    send: async ({ code }) => {
      onConfirmed(await call(routes.confirmAuthenticator, { body: { code } }))
      return undefined
    },
    problemAt: 'code',
  })
  return (
    <Form form={form} className={`stack gap16 ${s.form}`}>
      <p>Scan this QR code with your authenticator app, or enter the key manually.</p>
      <Picture of={plan.uri} />
      <p className={`break rounded sunken ${s.secret}`}>{plan.secret.replace(/(.{4})(?!$)/g, '$1 ')}</p>
      <TextInput
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={signInLimits.typedCode}
        data-autofocus
        autoFocus
        {...form.field('code')}
      />
      <div className="flex wrap end gap8">
        <Submit form={form}>Turn on</Submit>
      </div>
    </Form>
  )
}

/** Always dark on white, because cameras expect it. */
function Picture({ of }: { of: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(of, { border: 0 })
    const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
    return { size, path }
  }, [of])
  return (
    <svg
      className={`p12 rounded ${s.qr}`}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
