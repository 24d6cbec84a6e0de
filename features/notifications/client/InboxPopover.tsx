import { BarPopover } from '#core/client/shell/BarPopover.tsx'
import { InboxPanel, type PanelProps } from './InboxPanel.tsx'

/** The inbox on a wide screen. */
export function InboxPopover({ onClose, ...panel }: PanelProps) {
  return (
    <BarPopover label="Notifications" width={440} onClose={onClose}>
      <InboxPanel {...panel} onClose={onClose} />
    </BarPopover>
  )
}
