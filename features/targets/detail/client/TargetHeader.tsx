import { Button } from '@mantine/core'
import { IconAlertCircle, IconCloudUp, IconMail } from '@tabler/icons-react'
import { formatAmount } from '#core/contract/money.ts'
import { isTemporary } from '#core/sync/protocol.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import s from './TargetDetail.module.css'

/** Who it is. On narrow screens also what for: there is no summary beside it. */
export function TargetHeader({ target }: { target: Target }) {
  const { company, contact, contact_email, goal, projected_revenue, revenue } = target
  return (
    <div className={s.who}>
      <h1>{company || contact}</h1>
      <p className={s.person}>
        {company && contact && <b>{contact}</b>}
        {contact_email && (
          <a href={`mailto:${contact_email}`} className={s.mail}>
            <IconMail size={16} stroke={1.75} aria-hidden />
            {contact_email}
          </a>
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
          <span className={`num ${s.wonTag}`}>
            {formatAmount(revenue)} <span className="cap">won</span>
          </span>
        )}
      </div>
    </div>
  )
}

/** That the server does not have it yet, or does not want it as it is. */
function SyncNote({ target }: { target: Target }) {
  const actions = useTargetActions()
  if (target.error)
    return (
      <p className={s.problem} role="alert">
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        <span>Unable to sync. {target.error}</span>
        <Button variant="default" size="compact-sm" onClick={() => actions.retry(target.id)}>
          Try again
        </Button>
      </p>
    )
  if (!isTemporary(target.id)) return null
  return (
    <p className={s.unsynced}>
      <IconCloudUp size={16} stroke={1.75} aria-hidden />
      Not synced yet
    </p>
  )
}
