import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { useTitle } from '#core/client/title.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { ResetInput, routes } from '../../signInContract.ts'
import { EmailField } from '../EmailField.tsx'
import s from '../login/LoginPage.module.css'
import { emailInAddress, leaveForInstance } from '../login/otherInstance.ts'

/** Requests a password reset. The response is the same for everyone. */
export function LostPasswordPage() {
  useTitle('Lost your password?')
  const [message, setMessage] = useState<string | null>(null)
  const form = useForm({
    initial: { email: emailInAddress() },
    shape: ResetInput,
    send: async (body) => {
      setMessage(null)
      if (await leaveForInstance(body.email, '/getresetPasswordLink')) return undefined
      setMessage((await call(routes.resetPassword, { body }, { token: '' })).message)
      return undefined
    },
  })
  const said = form.errorOf('email') ? null : message
  return (
    <LoginFrame
      title="Lost your password?"
      lead="Enter your email address. We’ll send you instructions to choose a new password."
    >
      <Form form={form} className="stack">
        <div role="status">{said && <p className={`mb16 medium good rounded ${s.message}`}>{said}</p>}</div>
        <EmailField {...form.field('email')} />
        <Submit form={form} className="mt16" size="md" fullWidth>
          GET NEW PASSWORD
        </Submit>
      </Form>
      <Anchor component={Link} to="/login" size="sm" fw={550} className={`inline mt12 ${s.back}`}>
        Try Login Again
      </Anchor>
    </LoginFrame>
  )
}
