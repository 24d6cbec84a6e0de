import { isPermitted } from '#core/client/areas.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useProduct } from '#core/client/product.ts'
import { useSession } from '#core/client/session.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import s from './Summary.module.css'

/** Lines that features add to the summary of one's own figures, if the firm has subscribed to them. */
export function SummaryParts({ className = s.part }: { className?: string | undefined }) {
  const session = useSession()
  const { proxyFor } = useTargetPlace()
  const parts = useProduct().summaryParts
  if (!session || proxyFor) return null
  return parts.map(({ flag, load }) => {
    if (!isPermitted(session, { flag })) return null
    const Part = lazyComponent(load)
    return (
      <div key={flag.name} className={className}>
        <Part />
      </div>
    )
  })
}
