import { Suspense, useContext } from 'react'
import { OfferedPanels } from '#core/client/panels/offeredPanels.ts'
import { useSession } from '#core/client/session.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { TrashPanel } from '../../trash/client/TrashPanel.tsx'
import { PeoplePanel } from './PeoplePanel.tsx'

/** What features offer here, where the firm has it; Recently Deleted; People. */
export function ControlsDialog({ onClose }: { onClose: () => void }) {
  const subscriptions = useSession()?.Subscriptions
  const panels = useContext(OfferedPanels).filter(({ isOffered }) => isOffered(subscriptions))
  return (
    <Dialog title="Controls" size={640} onClose={onClose}>
      <div>
        <Suspense fallback={null}>
          {panels.map(({ flag, Panel }) => (
            <Panel key={flag} />
          ))}
        </Suspense>
        <TrashPanel onClose={onClose} />
        <PeoplePanel onClose={onClose} />
      </div>
    </Dialog>
  )
}
