import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { call } from '#core/client/api.ts'
import { useEnter } from '#core/client/product.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useLocation } from '#core/client/router/useRouter.ts'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { useTitle } from '#core/client/title.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { noProvider, SignOnEmail, type SsoChoice, signOnRoutes } from '../../signOnContract.ts'
import { EmailField } from '../EmailField.tsx'
import s from '../login/LoginPage.module.css'
import { emailInAddress, leaveForInstance } from '../login/otherInstance.ts'
import { appInAddress, beginInBrowser, consumeSsoSignInKey, isElsewhere } from './appSignOn.ts'
import { BackToApp } from './BackToApp.tsx'
import { Redirecting } from './Redirecting.tsx'
import { clearOutcome, readOutcome } from './signOnOutcome.ts'

/** Finds the provider of an address and goes there, then exchanges the returned key for a session. */
function useSignOn() {
  const onSignedIn = useEnter()
  const [outcome, setOutcome] = useState(readOutcome)
  const [choices, setChoices] = useState<SsoChoice[]>([])
  const [leaving, setLeaving] = useState<{ url: string; name: string } | null>(null)
  const [isOpened, setOpened] = useState(false)
  const begun = useRef(false)
  const leaveFor = async (email: string, provider: string) => {
    setLeaving(await call(signOnRoutes.start, { body: { email, provider, app: appInAddress() } }, { token: '' }))
    return undefined
  }
  const form = useForm({
    initial: { email: emailInAddress() },
    problem: outcome && 'problem' in outcome ? outcome.problem : null,
    shape: SignOnEmail,
    send: async ({ email }) => {
      clearOutcome()
      if (await leaveForInstance(email, '/login/sso')) return undefined
      if (isElsewhere()) {
        await beginInBrowser(email)
        setOpened(true)
        return undefined
      }
      const { providers } = await call(signOnRoutes.choices, { query: { email } }, { token: '' })
      setChoices(providers)
      if (providers.length === 0) form.setProblem(noProvider)
      return providers.length === 1 ? leaveFor(email, providers[0]!.id) : undefined
    },
  })
  const enter = (key: string) =>
    form.run(async () => {
      clearOutcome()
      try {
        onSignedIn(await call(signOnRoutes.signIn, { body: { key, word: consumeSsoSignInKey() } }, { token: '' }))
      } finally {
        setOutcome(null)
      }
      return undefined
    })

  // The system's browser returns to this same page of the app.
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what each address brought is acted on once
  useEffect(() => {
    const isFirst = !begun.current
    begun.current = true
    if (!isFirst && !hash) return
    const back = isFirst ? outcome : readOutcome()
    if (!isFirst) {
      setOutcome(back)
      setOpened(false)
    }
    if (back && 'key' in back) void enter(back.key)
    else if (isFirst && !back && form.values.email) void form.submit()
  }, [hash])

  return {
    form,
    isOpened,
    appKey: outcome && 'appKey' in outcome ? outcome.appKey : null,
    isEntering: outcome !== null && 'key' in outcome,
    leaving,
    choices,
    forgetChoices: () => setChoices([]),
    choose: (provider: string) => form.run(() => leaveFor(form.values.email.trim(), provider)),
  }
}

export function SsoPage() {
  useTitle('Single sign-on')
  const { form, isOpened, appKey, isEntering, leaving, choices, forgetChoices, choose } = useSignOn()
  if (appKey) return <BackToApp appKey={appKey} />
  if (leaving) return <Redirecting to={leaving} />
  if (isEntering)
    return (
      <LoginFrame title="Single sign-on" lead="Signing in…">
        {null}
      </LoginFrame>
    )
  const isChoosing = choices.length > 1
  const email = form.field('email')
  return (
    <LoginFrame
      title="Single sign-on"
      lead={
        isOpened
          ? 'We opened your firm’s sign-in page in your browser. Come back here when you’re done.'
          : isChoosing
            ? 'How do you sign in at your firm?'
            : 'Enter your work email to find your firm’s sign-in page.'
      }
    >
      <Form form={form} className="stack">
        <EmailField
          mb="md"
          label="Work email"
          {...email}
          onChange={(event) => {
            email.onChange(event)
            forgetChoices()
          }}
        />
        {!isChoosing && (
          <Submit form={form} size="md" fullWidth>
            {form.isBusy ? 'Looking for your firm…' : 'Continue'}
          </Submit>
        )}
      </Form>
      {isChoosing && (
        <ul className="stack gap8" aria-label="SSO providers">
          {choices.map(({ id, name }) => (
            <li key={id}>
              <Button
                size="md"
                fullWidth
                variant="default"
                aria-disabled={form.isBusy || undefined}
                onClick={() => void choose(id)}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Anchor
        component={Link}
        to="/login"
        size="sm"
        fw={550}
        className={`inline mt12 ${s.back}`}
        onClick={clearOutcome}
      >
        Sign in with a password
      </Anchor>
    </LoginFrame>
  )
}
