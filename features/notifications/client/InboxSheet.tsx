import { BarSheet } from '#core/client/shell/BarSheet.tsx'
import { InboxPanel, type PanelProps } from './InboxPanel.tsx'

/** The inbox on a phone. */
export function InboxSheet({ onClose, ...panel }: PanelProps) {
  return (
    <BarSheet label="Notifications" onClose={onClose}>
      <InboxPanel {...panel} onClose={onClose} />
    </BarSheet>
  )
}
