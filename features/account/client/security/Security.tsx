import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { securityQuery } from '../../queries.ts'
import { hasPasskeys } from '../login/passkeyDevice.ts'
import s from './Security.module.css'
import { type SecurityAction, SecurityDialog } from './SecurityDialog.tsx'

export function Security() {
  const session = useSession()
  const isOffline = useSyncStatus(isOfflineNow)
  const answer = useQuery(securityQuery, undefined)
  const state = answer.value
  const [asked, setAsked] = useState<SecurityAction | null>(null)
  if (!session) return null
  const zone = session.Org.time_zone
  const sayDay = (instant: string) => formatDay(dayIn(zone, instant))
  const ask = (label: string, next: SecurityAction, variant = 'default') => (
    <Button
      variant={variant}
      color={variant === 'subtle' ? 'red' : undefined}
      disabled={isOffline}
      onClick={() => setAsked(next)}
    >
      {label}
    </Button>
  )
  return (
    <section className="stack gap16" aria-labelledby="security-title">
      <h2 id="security-title">Two-factor authentication</h2>
      <NeedsConnection isOffline={isOffline} what={whenOnline('change security settings')} />
      <AnswerState isAwaited of={answer} />
      {state && !state.has_password && (
        <p className="dim">
          {state.signs_on
            ? `You sign in with ${state.signs_on}, your firm’s SSO, which handles two-factor authentication.`
            : 'You don’t have a password. To change anything here, first create one with “Lost your password?” on the login page.'}
        </p>
      )}
      {state && (
        <div className="stack">
          <Card
            title="Authenticator app"
            text={
              state.authenticator
                ? `On since ${sayDay(state.authenticator)}. You enter its code after your password.`
                : 'An app on your phone generates a code that you enter after your password. It works offline.'
            }
            action={
              state.authenticator
                ? ask('Remove', { kind: 'removeAuthenticator' }, 'subtle')
                : ask('Set up', { kind: 'addAuthenticator' })
            }
          />
          <Card
            title="Passkeys"
            text="Sign in with your fingerprint, your face, or a security key. Passkeys resist phishing."
            action={hasPasskeys() ? ask('Add a passkey', { kind: 'addPasskey' }) : null}
          >
            {state.passkeys.length > 0 && (
              <ul className="mt12">
                {state.passkeys.map(({ id, name, created, used }) => (
                  <li key={id} className={`row between gap16 ruled ${s.key}`}>
                    <span className="break">
                      {name}
                      <small className="cap block">
                        Added {sayDay(created)}
                        {used ? `, last used ${sayDay(used)}` : ', not used yet'}
                      </small>
                    </span>
                    <Button
                      variant="subtle"
                      color="red"
                      disabled={isOffline}
                      aria-label={`Remove ${name}`}
                      onClick={() => setAsked({ kind: 'removePasskey', id, name })}
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card
            title="Recovery codes"
            text={
              state.recovery_codes > 0
                ? `${state.recovery_codes} left. Each code signs you in once when you don’t have your phone or security key.`
                : 'Ten single-use codes for signing in without your phone or security key.'
            }
            action={ask(state.recovery_codes > 0 ? 'Make new codes' : 'Make codes', { kind: 'renewCodes' })}
          />
          <Card
            title="Text messages"
            text={textWords(state.phone)}
            action={
              state.phone !== null && (
                <div className="flex wrap gap8">
                  {ask(state.phone === '' ? 'Add a number' : 'Change number', { kind: 'changePhone' })}
                  {state.phone !== '' && ask('Remove', { kind: 'removePhone' }, 'subtle')}
                </div>
              )
            }
          />
        </div>
      )}
      {asked && (
        <SecurityDialog
          action={asked}
          onChanged={({ new_recovery_codes: _, ...changed }) => answer.take(changed)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

function textWords(phone: string | null): string {
  if (phone === null) return 'Off. Your firm’s administrator can turn this on.'
  if (phone === '') return 'Add a phone number to get codes by text message.'
  return `On. We text a code to ${phone} if you have no stronger method, or when you ask for one.`
}

type CardProps = { title: string; text: string; action?: ReactNode; children?: ReactNode }

function Card({ title, text, action, children }: CardProps) {
  return (
    <div className={`ruled ${s.card}`}>
      <div className={`flex wrap top between ${s.head}`}>
        <div className={s.text}>
          <h3>{title}</h3>
          <p className="mt4 dim">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
