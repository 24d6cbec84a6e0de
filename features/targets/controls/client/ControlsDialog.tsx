import { useSession } from '#core/client/session.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { TrashPanel } from '../../trash/client/TrashPanel.tsx'
import { CalendarPanel } from './CalendarPanel.tsx'
import { PeoplePanel } from './PeoplePanel.tsx'
import { ReportPanel } from './ReportPanel.tsx'

/** Calendar link, Activity Report and Recently Deleted; each only where the firm has it. */
export function ControlsDialog({ onClose }: { onClose: () => void }) {
  const features = useSession()?.Subscriptions.targets.features
  return (
    <Dialog title="Controls" size={640} onClose={onClose}>
      <div>
        {features?.ical.on === 'yes' && <CalendarPanel />}
        {features?.report.on === 'yes' && <ReportPanel />}
        <TrashPanel onClose={onClose} />
        <PeoplePanel onClose={onClose} />
      </div>
    </Dialog>
  )
}
