import { Anchor, Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { LoginFrame } from '#core/client/entrance/LoginFrame.tsx'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useEnter } from '#core/client/product.ts'
import { useTitle } from '#core/client/title.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { type Choice, noProvider, SignOnEmail, signOnRoutes } from '../../signOnContract.ts'
import s from '../login/LoginPage.module.css'
import { emailInAddress, leaveForInstance } from '../login/otherInstance.ts'
import { Redirecting } from './Redirecting.tsx'
import { forgetOutcome, readOutcome } from './signOnOutcome.ts'

/** Single sign-on, there and back: asks for the address, finds the provider, redirects; and swaps what it comes back with for a session. */
export function SsoPage() {
  const onSignedIn = useEnter()
  useTitle('Single sign-on')
  const [outcome, setOutcome] = useState(readOutcome)
  const [email, setEmail] = useState(emailInAddress)
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(outcome && 'problem' in outcome ? outcome.problem : null)
  const [choices, setChoices] = useState<Choice[]>([])
  const [leaving, setLeaving] = useState<{ url: string; name: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const begun = useRef(false)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (thrown) {
      setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  const goTo = (provider: string) =>
    attempt(async () =>
      setLeaving(await call(signOnRoutes.start, { body: { email: email.trim(), provider } }, { token: '' })),
    )
  const look = () =>
    attempt(async () => {
      const found = errorsOf(SignOnEmail, { email })
      setError(found.email ?? null)
      if (found.email) return
      const typed = email.trim()
      if (await leaveForInstance(typed, '/login/sso')) return
      const { providers } = await call(signOnRoutes.choices, { query: { email: typed } }, { token: '' })
      setChoices(providers)
      if (providers.length === 0) setProblem(noProvider)
      if (providers.length === 1)
        setLeaving(
          await call(signOnRoutes.start, { body: { email: typed, provider: providers[0]!.id } }, { token: '' }),
        )
    })
  const enter = (key: string) =>
    attempt(async () => {
      forgetOutcome()
      try {
        onSignedIn(await call(signOnRoutes.signIn, { body: { key } }, { token: '' }))
      } finally {
        setOutcome(null)
      }
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the address brought is acted on once
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (outcome && 'key' in outcome) void enter(outcome.key)
    else if (!outcome && email) void look()
  }, [])

  if (leaving) return <Redirecting to={leaving} />
  if (outcome && 'key' in outcome)
    return (
      <LoginFrame title="Single sign-on" lead="Signing in…">
        {null}
      </LoginFrame>
    )
  const isChoosing = choices.length > 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    forgetOutcome()
    if (!isBusy) void look()
  }
  return (
    <LoginFrame
      title="Single sign-on"
      lead={isChoosing ? 'How do you sign in at your firm?' : "Your work e-mail leads to your firm's own login."}
    >
      <form className={s.form} onSubmit={submit} noValidate>
        <Problem>{problem}</Problem>
        <TextInput
          size="md"
          mb="md"
          label="Work e-mail"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setError(null)
            setProblem(null)
            setChoices([])
          }}
        />
        {!isChoosing && (
          <Button size="md" type="submit" fullWidth aria-disabled={isBusy || undefined}>
            {isBusy ? 'Looking for your firm' : 'Go on'}
          </Button>
        )}
      </form>
      {isChoosing && (
        <ul className={s.choices} aria-label="Sign-on providers">
          {choices.map(({ id, name }) => (
            <li key={id}>
              <Button
                size="md"
                fullWidth
                variant="default"
                aria-disabled={isBusy || undefined}
                onClick={() => void goTo(id)}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Anchor component={Link} to="/login" size="sm" fw={550} className={s.back} onClick={forgetOutcome}>
        Login with a password
      </Anchor>
    </LoginFrame>
  )
}
