import { Suspense } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useProduct } from '#core/client/product.ts'
import { ReportsPanel } from '#core/client/reports/ReportsPanel.tsx'
import { useSession } from '#core/client/session.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { TrashPanel } from '../../trash/client/TrashPanel.tsx'
import { PeoplePanel } from './PeoplePanel.tsx'

export function ControlsDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const panels = useProduct().panels.filter(({ flag }) => session && isFeatureOn(session.Subscriptions, flag))
  return (
    <Dialog title="Controls" size={640} onClose={onClose}>
      <div>
        <Suspense fallback={null}>
          {panels.map(({ flag, load }) => {
            const Panel = lazyComponent(load)
            return <Panel key={flag.name} />
          })}
          <ReportsPanel />
        </Suspense>
        <TrashPanel onClose={onClose} />
        <PeoplePanel onClose={onClose} />
      </div>
    </Dialog>
  )
}
