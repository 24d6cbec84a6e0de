import { IconCloudOff } from '@tabler/icons-react'
import { sentences } from '#core/contract/errors.ts'
import s from './AccountPage.module.css'

/** Said where a change cannot wait in the outbox. */
export function NeedsConnection({ isOffline, what }: { isOffline: boolean; what: string }) {
  if (!isOffline) return null
  return (
    <p className={s.offline} role="status">
      <IconCloudOff size={18} stroke={1.75} aria-hidden />
      {sentences.network} {what}
    </p>
  )
}
