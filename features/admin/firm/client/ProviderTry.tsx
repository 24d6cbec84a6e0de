import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { formatDay, stampIn } from '#core/contract/dates.ts'
import { formatTime } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import {
  signOnSetUpRoutes as routes,
  type SsoProvider,
  type SsoTest,
  shownClaims,
  signOnProblems,
} from '#features/account/signOnContract.ts'
import s from './SignOn.module.css'

type Props = {
  provider: SsoProvider
  isOffline: boolean
  /** True while the form has changes that the provider's setup doesn't include yet. */
  isChanged: boolean
  onRefused: (thrown: unknown) => boolean
}

/**
 * Tests a provider with a real single sign-on that signs no one in. A provider can go live only after a successful
 * test.
 */
export function ProviderTry({ provider: { id, name, tried }, isOffline, isChanged, onRefused }: Props) {
  const [refused] = useState(refusedTry)
  const { isBusy, problem, run } = useMutation(refused)
  const begin = () =>
    run(async () => {
      location.assign((await call(routes.tryProvider, { params: { id }, body: {} })).url)
      return undefined
    }, onRefused)
  return (
    <section className="stack gap12" aria-label={`Test ${name}`}>
      <div>
        <h3>Test it before you turn it on</h3>
        <p className="mt4 break pretty dim">
          Sign in at the provider as yourself, then come back here. This test doesn’t sign anyone in. It shows what the
          provider sends and who could sign in.
        </p>
      </div>
      <Problem>{problem}</Problem>
      {tried && <TriedClaims tried={tried} />}
      <div className="row wrap gap8">
        <Button variant="default" disabled={isOffline || isChanged} aria-disabled={isBusy || undefined} onClick={begin}>
          {tried ? 'Try again' : 'Test sign-in'}
        </Button>
        {isChanged && <span className="break pretty dim">Save first.</span>}
      </div>
    </section>
  )
}

/** Explains a failed test in our own words, because the URL can hold any text. */
function refusedTry(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('problem')
  return code !== null && Object.hasOwn(signOnProblems, code)
    ? signOnProblems[code as keyof typeof signOnProblems]
    : null
}

const meanings: Partial<Record<string, string>> = {
  iss: 'Issuer',
  sub: 'Subject (user ID at the provider)',
  tid: 'Tenant',
  oid: 'Object ID (user ID in the tenant)',
  email: 'Email address',
  email_verified: 'Email verified',
  xms_edov: 'Email domain verified',
  preferred_username: 'Preferred username',
  upn: 'User principal name',
  hd: 'Workspace',
  acct: 'Account type (0 member, 1 guest)',
  idp: 'Identity provider',
  sid: 'Provider session ID',
}

function TriedClaims({ tried: { at, claims, is_good, outcome } }: { tried: SsoTest }) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const stamp = stampIn(zone, at)
  return (
    <div role="status" className="stack gap12">
      <p className={`inline gap6 medium ${is_good ? 'good' : 'bad'}`}>
        {is_good ? <Icon name="check" stroke={2} /> : <Icon name="alert-circle" stroke={2} />}
        <strong>{outcome}</strong>
      </p>
      <table className={`fill ${s.claims}`}>
        <caption className="break pretty dim">
          What the provider sent on {formatDay(stamp.slice(0, 10))} at {formatTime(stamp.slice(11))}
        </caption>
        <tbody>
          {shownClaims
            .filter((name) => name in claims)
            .map((name) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                  {meanings[name] && <span className="block dim">{meanings[name]}</span>}
                </th>
                <td>{String(claims[name])}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
