import { Modal } from '@mantine/core'
import { useSession } from '#core/client/session.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import frame from '../../client/DialogFrame.module.css'
import { TrashPanel } from '../../trash/client/TrashPanel.tsx'
import { CalendarPanel } from './CalendarPanel.tsx'
import s from './Controls.module.css'
import { PeoplePanel } from './PeoplePanel.tsx'
import { ReportPanel } from './ReportPanel.tsx'

/** Calendar link, Activity Report and Recently Deleted; each only where the firm has it. */
export function ControlsDialog({ onClose }: { onClose: () => void }) {
  const isNarrow = useIsNarrow()
  const features = useSession()?.Subscriptions.targets.features
  return (
    <Modal
      opened
      onClose={onClose}
      title="Controls"
      size={640}
      padding={0}
      centered={!isNarrow}
      closeButtonProps={{ 'aria-label': 'Close', size: isNarrow ? 44 : 36, iconSize: 20, c: 'dimmed' }}
      classNames={{ header: frame.head, title: frame.title, content: frame.content, inner: frame.inner }}
    >
      <div className={s.panels}>
        {features?.ical.on === 'yes' && <CalendarPanel />}
        {features?.report.on === 'yes' && <ReportPanel />}
        <TrashPanel onClose={onClose} />
        <PeoplePanel onClose={onClose} />
      </div>
    </Modal>
  )
}
