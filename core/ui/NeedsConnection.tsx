import { errorMessages } from '#core/contract/errors.ts'
import { Icon } from '#core/ui/Icon.tsx'
import s from './Notice.module.css'

/**
 * For changes that can't wait in the outbox. The live region is always mounted, so that screen readers announce its
 * content.
 */
export function NeedsConnection({ isOffline, what }: { isOffline: boolean; what: string }) {
  return (
    <div role="status" className={s.region}>
      {isOffline && (
        <p className={`flex top gap8 mb16 pretty medium rounded soon ${s.offline}`}>
          <Icon name="cloud-off" stroke={1.75} />
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
