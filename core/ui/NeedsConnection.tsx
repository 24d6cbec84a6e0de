import { IconCloudOff } from '@tabler/icons-react'
import { errorMessages } from '#core/contract/errors.ts'
import s from './Notice.module.css'

/** Said where a change cannot wait in the outbox: `what` is the sentence that follows. The region stays, so that screen readers hear what comes into it. */
export function NeedsConnection({ isOffline, what }: { isOffline: boolean; what: string }) {
  return (
    <div role="status" className={s.region}>
      {isOffline && (
        <p className={s.offline}>
          <IconCloudOff size={18} stroke={1.75} aria-hidden />
          <span>
            <b>{errorMessages.networkTitle}</b>
            <br />
            {errorMessages.network} {what}
          </span>
        </p>
      )}
    </div>
  )
}
