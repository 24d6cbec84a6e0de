import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { switchAddressOf } from '#core/client/switchAddress.ts'
import { useChange } from '#core/client/useChange.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { AskDialog } from '#core/ui/form/AskDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { counted } from '../../client/words.ts'
import { peopleRoutes as routes } from '../contract.ts'
import { ActionRow } from './ActionRow.tsx'
import p from './People.module.css'
import type { PersonPart } from './PersonPage.tsx'
import { ProviderAccount } from './ProviderAccount.tsx'

/** For somebody who can't get in, or whose account somebody else may have. */
export function PersonSigningIn({ person, isOffline, onChanged, reload }: PersonPart) {
  const me = useSession()
  const [asking, setAsking] = useState<'two-factor' | 'sessions' | null>(null)
  const { isBusy, problem, run } = useChange()
  if (person.is_deactivated) return null
  const params = { id: person.id }
  const name = fullNameOf(person)
  const isMe = me?.user.id === person.id
  const invite = () =>
    run(async () => {
      await call(routes.inviteMany, { body: { ids: [person.id] } })
      await reload()
      return `An invitation goes to ${person.email}.`
    })
  const sendReset = () =>
    run(async () => {
      await call(routes.sendReset, { params })
      return `A link goes to ${person.email}.`
    })
  return (
    <section className={p.section} aria-labelledby="person-signing-in">
      <h3 id="person-signing-in">Signing in</h3>
      <Problem>{problem}</Problem>
      <ul className={p.rows}>
        {person.state === 'waiting' && (
          <ActionRow
            title="Invitation"
            why={
              person.signs_on
                ? `A mail that leads to ${person.signs_on}, your firm's login.`
                : 'A mail with a link to choose the first password. It works for 7 days.'
            }
          >
            <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={invite}>
              {person.invited_at ? 'Send again' : 'Send invitation'}
            </Button>
          </ActionRow>
        )}
        {person.can_sign_in && (
          <ActionRow title="Password" why="A mail with a link to choose a new one. It works once, for 60 minutes.">
            <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={sendReset}>
              Send reset link
            </Button>
          </ActionRow>
        )}
        {me?.user.role === 'admin' && person.is_known_there && (
          <ProviderAccount name={name} id={person.id} isOffline={isOffline} reload={reload} />
        )}
        {!isMe && (
          <ActionRow
            title="Two-factor sign-in"
            why="For a lost phone: removes authenticator app, passkeys and recovery codes."
          >
            <Button variant="default" disabled={isOffline} onClick={() => setAsking('two-factor')}>
              Reset two-factor
            </Button>
          </ActionRow>
        )}
        {!isMe && person.role === 'member' && (
          <ActionRow
            title={`Work as ${name}`}
            why="See what they see, and do it for them. Everything is recorded under both names."
          >
            <Button
              component="a"
              href={switchAddressOf(person.id)}
              variant="default"
              data-disabled={isOffline || undefined}
            >
              Work as {person.first_name || name}
            </Button>
          </ActionRow>
        )}
        <ActionRow
          title="Devices"
          why={person.sessions === 0 ? 'Signed in nowhere.' : `Signed in on ${counted(person.sessions, 'device')}.`}
        >
          <Button variant="default" disabled={isOffline || person.sessions === 0} onClick={() => setAsking('sessions')}>
            Sign out everywhere
          </Button>
        </ActionRow>
      </ul>
      {asking === 'two-factor' && (
        <AskDialog
          title={`Reset two-factor sign-in of ${name}?`}
          verb="Reset it"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            onChanged(await call(routes.resetTwoFactor, { params }))
            return `The two-factor sign-in of ${name} was reset.`
          }}
        >
          <p>
            The authenticator app, the passkeys and the recovery codes of {name} stop working at once. The password
            stays. {person.email} gets a notice.
          </p>
        </AskDialog>
      )}
      {asking === 'sessions' && (
        <AskDialog
          title={`Sign ${name} out everywhere?`}
          verb="Sign out"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            const { ended } = await call(routes.endSessions, { params })
            await reload()
            return `${name} was signed out on ${counted(ended, 'device')}.`
          }}
        >
          <p>
            {isMe ? 'You stay signed in here, and nowhere else.' : `${name} has to sign in again on every device.`} What
            waits on a device to be sent stays there until then.
          </p>
        </AskDialog>
      )}
    </section>
  )
}
