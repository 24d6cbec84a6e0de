import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { LoginFrame } from '#core/client/entrance/LoginFrame.tsx'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useEnter } from '#core/client/product.ts'
import { useTitle } from '#core/client/title.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { LoginInput, routes } from '../../sessionContract.ts'
import s from './LoginPage.module.css'
import { emailInAddress, leaveForInstance } from './otherInstance.ts'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { keepWaitingLogin } from './waitingLogin.ts'

/** E-mail and password. */
export function LoginPage() {
  useTitle('Login')
  const enter = useEnter()
  const navigate = useNavigate()
  const [values, setValues] = useState(() => ({ email: emailInAddress(), password: '' }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const type = (name: keyof typeof values, value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
    setProblem(null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = errorsOf(LoginInput, values)
    setErrors(found)
    setProblem(null)
    const first = Object.keys(found)[0]
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    setBusy(true)
    try {
      if (await leaveForInstance(values.email.trim(), '/login')) return
      const answer = await call(routes.login, { body: LoginInput.parse(values) }, { token: '' })
      if ('token' in answer) enter(answer)
      else {
        keepWaitingLogin(answer)
        const { email, message } = answer
        void navigate({ to: '/otp-password/$email/$reason', params: { email, reason: message } })
      }
    } catch (thrown) {
      setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <LoginFrame
      title="Welcome to Pursuit"
      lead="A paid account is required. Your firm's administrator can open one for you."
    >
      <form ref={form} className={s.form} onSubmit={submit} noValidate>
        <Problem>{problem}</Problem>
        <TextInput
          size="md"
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={values.email}
          error={errors.email}
          onChange={(event) => type('email', event.currentTarget.value)}
          onBlur={() => void leaveForInstance(values.email.trim(), '/login')}
        />
        <PasswordInput
          className={s.second}
          size="md"
          label="Password"
          name="password"
          autoComplete="current-password"
          value={values.password}
          error={errors.password}
          onChange={(event) => type('password', event.currentTarget.value)}
        />
        <Anchor component={Link} to="/getresetPasswordLink" size="sm" className={s.lost}>
          Lost your password?
        </Anchor>
        <Button size="md" type="submit" fullWidth aria-disabled={isBusy}>
          {isBusy ? 'Logging in' : 'Login'}
        </Button>
      </form>
      <div className={s.or}>
        <span>or</span>
      </div>
      <div className={s.ways}>
        <PasskeyLogin onSignedIn={enter} onProblem={setProblem} />
        <Button
          size="md"
          fullWidth
          variant="default"
          component={Link}
          to="/login/sso"
          search={{ email: values.email || undefined } as never}
          leftSection={<IconKey size={18} stroke={1.6} aria-hidden />}
        >
          Sign in with single sign-on
        </Button>
      </div>
    </LoginFrame>
  )
}
