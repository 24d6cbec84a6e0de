import { Button, UnstyledButton } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { saveContact } from '#core/client/saveContact.ts'
import { formatAmount } from '#core/contract/money.ts'
import { telHref } from '#core/contract/phone.ts'
import { isTemporary } from '#core/sync/protocol.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import s from './TargetDetail.module.css'

/** Company and contact, and on narrow screens, which have no summary, the goal. */
export function TargetHeader({ target }: { target: Target }) {
  const { company, contact, goal, projected_revenue, revenue } = target
  return (
    <div className={`grow ${s.who}`}>
      <h1 className="break">{company || contact}</h1>
      <p className={`flex wrap dim mt2 ${s.person}`}>
        {company && contact && <b>{contact}</b>}
        <Reach target={target} />
        {company && (
          <Link
            to="/company/$name"
            params={{ name: company }}
            className={`inline gap6 shrink break touch link ${s.mail}`}
          >
            <Icon name="building" size={16} stroke={1.75} />
            Company page
          </Link>
        )}
      </p>
      <SyncNote target={target} />
      <div className={s.tags}>
        <p>{goal}</p>
        {projected_revenue !== null && (
          <span className="num">
            {formatAmount(projected_revenue)} <span className="cap">projected</span>
          </span>
        )}
        {revenue !== null && (
          <span className="num good">
            {formatAmount(revenue)} <span className="cap">won</span>
          </span>
        )}
      </div>
    </div>
  )
}

/** Links to call, email, or export the contact. */
function Reach({ target }: { target: Target }) {
  const { company, contact, contact_email, contact_phone } = target
  const card = { name: contact, company, emails: [contact_email], phones: [contact_phone ?? ''] }
  const called = telHref(contact_phone ?? '')
  return (
    <>
      {contact_email && (
        <a href={`mailto:${contact_email}`} className={`inline gap6 shrink break touch link ${s.mail}`}>
          <Icon name="mail" size={16} stroke={1.75} />
          {contact_email}
        </a>
      )}
      {called && (
        <a href={called} className={`inline gap6 shrink break touch link ${s.mail}`}>
          <Icon name="phone" size={16} stroke={1.75} />
          <span className="hide">Call </span>
          {contact_phone}
        </a>
      )}
      {contact_phone && !called && <span>{contact_phone}</span>}
      {(contact_email || contact_phone) && (
        <UnstyledButton
          className={`inline gap6 shrink break touch link ${s.mail}`}
          onClick={() => void saveContact(card)}
        >
          <Icon name="address-book" size={16} stroke={1.75} />
          Save contact
        </UnstyledButton>
      )}
    </>
  )
}

/** Says that the server doesn't have the target yet or refused it. */
function SyncNote({ target }: { target: Target }) {
  const actions = useTargetActions()
  if (target.error)
    return (
      <p className={`cap row gap6 medium wrap bad ${s.problem}`} role="alert">
        <Icon name="alert-circle" size={16} stroke={1.75} />
        <span>Unable to sync. {target.error}</span>
        <Button variant="default" size="compact-sm" onClick={() => actions.retry(target.id)}>
          Try again
        </Button>
      </p>
    )
  if (!isTemporary(target.id)) return null
  return (
    <p className={`cap row gap6 medium ${s.unsynced}`}>
      <Icon name="cloud-up" size={16} stroke={1.75} />
      Not synced yet
    </p>
  )
}
