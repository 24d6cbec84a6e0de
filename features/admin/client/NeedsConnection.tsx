import { IconCloudOff } from '@tabler/icons-react'
import { sentences } from '#core/contract/errors.ts'
import s from './AdminPage.module.css'

/** The region stays, so that screen readers hear what comes into it. */
export function NeedsConnection({ isOffline }: { isOffline: boolean }) {
  return (
    <div role="status">
      {isOffline && (
        <p className={s.offline}>
          <IconCloudOff size={18} stroke={1.75} aria-hidden />
          {sentences.network} The administration works when you are online again; an import that runs goes on without
          you.
        </p>
      )}
    </div>
  )
}
