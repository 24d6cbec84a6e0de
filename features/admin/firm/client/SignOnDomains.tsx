import { call } from '#core/client/api.ts'
import { type Domain, type DomainInput, signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import { DomainForm } from './DomainForm.tsx'
import s from './SignOn.module.css'
import { SignOnDomain } from './SignOnDomain.tsx'

type Props = { domains: Domain[]; isOffline: boolean; reload: () => Promise<void> }

/** Lists the firm's domains. A domain counts once its name servers or an operator confirm it. */
export function SignOnDomains({ domains, isOffline, reload }: Props) {
  const add = async (body: DomainInput) => {
    await call(routes.addDomain, { body })
    await reload()
    return undefined
  }
  return (
    <section className={`stack gap16 ${s.part}`} aria-labelledby="domains">
      <div>
        <h2 id="domains">Domains</h2>
        <p className="mt4 break pretty dim">
          Only people with an email at a domain your firm has verified can use SSO. Each domain belongs to one firm.
        </p>
      </div>
      {domains.length > 0 && (
        <ul className={`ruled ${s.list}`} aria-label="Domains">
          {domains.map((one) => (
            <SignOnDomain key={one.id} domain={one} isOffline={isOffline} reload={reload} />
          ))}
        </ul>
      )}
      <DomainForm place="own" label="Add a domain" verb="Add domain" isOffline={isOffline} send={add} />
    </section>
  )
}
