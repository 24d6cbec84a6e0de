import { BarPopover } from './BarPopover.tsx'
import { OutboxPanel, type OutboxProps } from './OutboxPanel.tsx'

export function OutboxPopover({ onClose, ...panel }: OutboxProps & { onClose: () => void }) {
  return (
    <BarPopover label="Outbox" width={472} onClose={onClose}>
      <OutboxPanel {...panel} />
    </BarPopover>
  )
}
