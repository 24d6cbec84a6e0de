import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { switchAddressOf } from '#core/client/switchAddress.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { counted } from '../../client/labels.ts'
import { peopleRoutes as routes } from '../contract.ts'
import { ActionRow } from './ActionRow.tsx'
import p from './People.module.css'
import { ProviderAccount } from './ProviderAccount.tsx'
import type { PersonPart } from './personPart.ts'

/** Helps a person who can't sign in, or whose account someone else could be using. */
export function PersonSigningIn({ person, isOffline, onChanged, reload }: PersonPart) {
  const me = useSession()
  const [asking, setAsking] = useState<'two-factor' | 'sessions' | null>(null)
  const { isBusy, problem, run } = useMutation()
  if (person.is_deactivated) return null
  const params = { id: person.id }
  const name = fullNameOf(person)
  const isMe = me?.user.id === person.id
  const invite = () =>
    run(async () => {
      await call(routes.inviteMany, { body: { ids: [person.id] } })
      await reload()
      return `Invitation sent to ${person.email}.`
    })
  const sendReset = () =>
    run(async () => {
      await call(routes.sendReset, { params })
      return `Reset link sent to ${person.email}.`
    })
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="person-signing-in">
      <h3 id="person-signing-in">Signing in</h3>
      <Problem>{problem}</Problem>
      <ul className={p.rows}>
        {person.state === 'waiting' && (
          <ActionRow
            title="Invitation"
            why={
              person.signs_on
                ? `An email with a link to ${person.signs_on}, your firm’s SSO.`
                : 'An email with a link to choose a first password. The link works for 7 days.'
            }
          >
            <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={invite}>
              {person.invited_at ? 'Send again' : 'Send invitation'}
            </Button>
          </ActionRow>
        )}
        {person.can_sign_in && (
          <ActionRow title="Password" why="An email with a link to choose a new one. It works once, for 60 minutes.">
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
            title="Two-factor authentication"
            why="Removes the authenticator app, passkeys, and recovery codes. Use this for a lost phone."
          >
            <Button variant="default" disabled={isOffline} onClick={() => setAsking('two-factor')}>
              Reset two-factor authentication
            </Button>
          </ActionRow>
        )}
        {!isMe && person.role === 'member' && (
          <ActionRow
            title={`Work as ${name}`}
            why="See what they see and do things for them. Everything is recorded under both names."
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
          why={person.sessions === 0 ? 'Not signed in.' : `Signed in on ${counted(person.sessions, 'device')}.`}
        >
          <Button variant="default" disabled={isOffline || person.sessions === 0} onClick={() => setAsking('sessions')}>
            Sign out everywhere
          </Button>
        </ActionRow>
      </ul>
      {asking === 'two-factor' && (
        <ConfirmDialog
          title={`Reset two-factor authentication for ${name}?`}
          verb="Reset"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            onChanged(await call(routes.resetTwoFactor, { params }))
            return `Two-factor authentication for ${name} was reset.`
          }}
        >
          <p>
            The authenticator app, passkeys, and recovery codes of {name} stop working right away. The password doesn’t
            change. We’ll notify {person.email}.
          </p>
        </ConfirmDialog>
      )}
      {asking === 'sessions' && (
        <ConfirmDialog
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
            {isMe ? 'You stay signed in here, but nowhere else.' : `${name} has to sign in again on every device.`}{' '}
            Changes that haven’t synced stay on each device until then.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
