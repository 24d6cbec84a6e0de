import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Anchor, Button, PasswordInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError, call } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { useTitle } from '#core/client/title.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { passwordRule } from '../../contract.ts'
import { ChoosePasswordInput, type LinkState, routes, signInMessages } from '../../signInContract.ts'
import s from '../login/LoginPage.module.css'
import { useSignIn } from '../login/useSignIn.ts'
import { PasswordOwner } from './PasswordOwner.tsx'
import { endResetLink, resetLink } from './resetLink.ts'

/** Sets the password. A person whose firm uses single sign-on is sent there instead. */
async function choose(body: z.infer<typeof ChoosePasswordInput>): Promise<{ message: string; to: string }> {
  try {
    return { ...(await call(routes.choosePassword, { body }, { token: '' })), to: '/login' }
  } catch (refused) {
    if (refused instanceof ApiError && refused.code === 'signs_on')
      return { message: refused.message, to: '/login/sso' }
    throw refused
  }
}

/** Sets a new password with the key of an emailed link. */
export function NewPasswordPage() {
  const navigate = useNavigate()
  const [link] = useState(resetLink)
  const isInvitation = link?.isInvitation ?? false
  const title = isInvitation ? 'Welcome to Pursuit' : 'Choose a new password'
  useTitle(title)
  const signIn = useSignIn()
  const form = useForm({
    initial: { password: '' },
    shape: ChoosePasswordInput,
    inputOf: ({ password }) => ({ key: link?.key, email: link?.email, password }),
    send: async (body) => {
      const { message, to } = await choose(body)
      endResetLink()
      // The regular login asks for anything else it requires.
      if (to === '/login' && isInvitation && (await isSignedIn(signIn(body)))) return undefined
      void navigate({ to, search: (to === '/login' ? {} : { email: body.email }) as never, replace: true })
      return message
    },
  })
  const password = form.field('password')
  const state = useLinkState(link)
  if (state === 'unknown')
    return (
      <LoginFrame title={title} lead="">
        <LoadingPlaceholder />
      </LoginFrame>
    )
  if (state === 'used')
    return (
      <LoginFrame title={title} lead={signInMessages.usedKey}>
        <Button size="md" fullWidth component={Link} to="/login">
          Sign in
        </Button>
      </LoginFrame>
    )
  const isDead = state === 'dead'
  return (
    <LoginFrame
      title={title}
      lead={
        isDead || !link
          ? 'Each link works once and expires after a while.'
          : isInvitation
            ? `Choose a password for ${link.email} to sign in.`
            : `For ${link.email}. You’ll be signed out everywhere else.`
      }
    >
      {isDead && <Problem>{signInMessages.deadKey}</Problem>}
      {!isDead && link ? (
        <Form form={form} className="stack">
          <PasswordOwner email={link.email} />
          <PasswordInput
            size="md"
            label={isInvitation ? 'Password' : 'New password'}
            description={password.error === passwordRule ? undefined : passwordRule}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            autoFocus
            {...password}
          />
          <Submit form={form} className="mt16" size="md" fullWidth>
            SUBMIT NEW PASSWORD
          </Submit>
        </Form>
      ) : (
        <Button size="md" fullWidth component={Link} to="/getresetPasswordLink">
          Request a new link
        </Button>
      )}
      <Anchor component={Link} to="/login" size="sm" fw={550} className={`inline mt12 ${s.back}`}>
        Try Login Again
      </Anchor>
    </LoginFrame>
  )
}

/**
 * Checks the link before the form shows, so that no one types a password in vain. If the check fails, submitting
 * reports the error.
 */
function useLinkState(link: ReturnType<typeof resetLink>): LinkState | 'unknown' {
  const [state, setState] = useState<LinkState | 'unknown'>(link ? 'unknown' : 'dead')
  useEffect(() => {
    if (!link) return
    call(routes.linkState, { body: { key: link.key, email: link.email } }, { token: '' }).then(
      (answer) => setState(answer.state),
      () => setState('good'),
    )
  }, [link])
  return state
}

const isSignedIn = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
