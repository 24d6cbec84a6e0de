import { BarPopover } from '#core/client/shell/BarPopover.tsx'
import { InboxPanel } from './InboxPanel.tsx'

export function InboxPopover({ onClose }: { onClose: () => void }) {
  return (
    <BarPopover label="Notifications" width={440} onClose={onClose}>
      <InboxPanel />
    </BarPopover>
  )
}
