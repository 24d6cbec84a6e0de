import '@mantine/core/styles/Input.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Anchor, Button, PasswordInput } from '@mantine/core'
import { nativeShell } from '#core/client/nativeShell.ts'
import { useEnter } from '#core/client/product.ts'
import { Link } from '#core/client/router/Link.tsx'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { useTitle } from '#core/client/title.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { LoginInput } from '../../loginContract.ts'
import { EmailField } from '../EmailField.tsx'
import { CannotKeep } from './CannotKeep.tsx'
import s from './LoginPage.module.css'
import { emailInAddress, leaveForInstance } from './otherInstance.ts'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { useSignIn } from './useSignIn.ts'

export function LoginPage() {
  useTitle('Login')
  const enter = useEnter()
  const signIn = useSignIn()
  const form = useForm({
    initial: { email: emailInAddress(), password: '' },
    shape: LoginInput,
    send: async (given) => {
      if (await leaveForInstance(given.email, '/login')) return undefined
      await signIn(given)
      return undefined
    },
  })
  const { email } = form.values
  return (
    <LoginFrame
      title="Welcome to Pursuit"
      lead="A paid account is required. Your firm’s administrator can create one for you."
    >
      <CannotKeep />
      <Form form={form} className="stack">
        <EmailField {...form.field('email')} onBlur={() => void leaveForInstance(email.trim(), '/login')} />
        <PasswordInput
          className="mt16"
          size="md"
          label="Password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <Anchor component={Link} to="/getresetPasswordLink" size="sm" className={s.lost}>
          Lost your password?
        </Anchor>
        <Submit form={form} size="md" fullWidth>
          {form.isBusy ? 'Logging in' : 'Login'}
        </Submit>
      </Form>
      <div className={`cap row gap12 ${s.or}`}>
        <span>or</span>
      </div>
      <div className="stack gap12">
        <PasskeyLogin onSignedIn={enter} onProblem={form.setProblem} />
        <Button
          size="md"
          fullWidth
          variant="default"
          component={Link}
          to="/login/sso"
          search={{ email: email || undefined }}
          leftSection={<Icon name="key" />}
        >
          Sign in with SSO
        </Button>
        {nativeShell?.leaveFirm && (
          <Anchor component="button" type="button" size="sm" onClick={nativeShell.leaveFirm}>
            Change firm address
          </Anchor>
        )}
      </div>
    </LoginFrame>
  )
}
