import { call } from '#core/client/api.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { type DomainInput, signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import { DomainForm } from '../../firm/client/DomainForm.tsx'
import p from '../../people/client/People.module.css'
import type { FirmDetail } from '../contract.ts'

type Props = { firm: FirmDetail; isOffline: boolean; onChanged: () => Promise<void> }

const proofs = { dns: 'Verified by DNS record', operator: 'Verified by an operator' } as const

export function FirmDomains({ firm, isOffline, onChanged }: Props) {
  const prove = async (body: DomainInput) => {
    const { domain } = await call(routes.proveDomain, { params: { id: firm.id }, body })
    await onChanged()
    return `${domain} is verified for ${firm.name}.`
  }
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-domains">
      <div>
        <h3 id="firm-domains">Domains</h3>
        <p className="dim">
          Firms verify their domains with DNS records under Single sign-on. If you know a domain is theirs, you can
          verify it here.
        </p>
      </div>
      {firm.domains.length > 0 && (
        <ul className={p.rows} aria-label="Verified domains">
          {firm.domains.map(({ domain, how }) => (
            <li key={domain}>
              <strong>{domain}</strong>
              <span className="inline gap6 medium good">
                <Icon name="check" size={16} stroke={2} />
                {proofs[how]}
              </span>
            </li>
          ))}
        </ul>
      )}
      <DomainForm place={firm.id} label="Verify a domain" verb="Verify" isOffline={isOffline} send={prove} />
    </section>
  )
}
