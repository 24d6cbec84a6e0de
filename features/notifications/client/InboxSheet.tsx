import { BarSheet } from '#core/client/shell/BarSheet.tsx'
import { InboxPanel } from './InboxPanel.tsx'

export function InboxSheet({ onClose }: { onClose: () => void }) {
  return (
    <BarSheet label="Notifications" onClose={onClose}>
      <InboxPanel />
    </BarSheet>
  )
}
