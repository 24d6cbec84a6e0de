import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { counted } from '../../client/labels.ts'
import { placePath } from '../../client/place.ts'
import type { ListedInstance } from '../instancesContract.ts'
import i from './Instances.module.css'

const MOST = 12

/** Lists the domains whose people sign in at an instance, and marks entries that no longer apply. */
export function ListedDomains({ instance, siteUrl }: { instance: ListedInstance; siteUrl: string | null }) {
  const { domains, is_own, url } = instance
  const more = domains.length - MOST
  const elsewhere = is_own ? [] : domains.flatMap(({ domain, firm }) => (firm ? [{ domain, firm }] : []))
  return (
    <>
      {domains.length === 0 ? (
        <p className="mt4 break pretty dim">{is_own ? 'Only domains verified by firms.' : 'No domains yet.'}</p>
      ) : (
        <ul className={`flex wrap gap8 ${i.domains}`} aria-label={`Domains of ${instance.name}`}>
          {domains.slice(0, MOST).map(({ domain }) => (
            <li key={domain} className="break">
              {domain}
            </li>
          ))}
          {more > 0 && <li className={`break dim ${i.more}`}>and {counted(more, 'other')}</li>}
        </ul>
      )}
      {elsewhere.map(({ domain, firm }) => (
        <p key={domain} className={`flex top gap8 break soon ${i.warning}`}>
          <Icon name="alert-triangle" stroke={1.75} />
          <span>
            {domain} is verified here by <Link to={placePath('firms', firm.id)}>{firm.name}</Link>, so its people sign
            in here.
          </span>
        </p>
      ))}
      {is_own && siteUrl !== null && siteUrl !== url && (
        <p className="mt4 break pretty dim">Email links point to {siteUrl} (set by PURSUIT_URL).</p>
      )}
    </>
  )
}
