import { BarPopover } from './BarPopover.tsx'
import { OutboxPanel, type OutboxProps } from './OutboxPanel.tsx'

/** The outbox on a wide screen. */
export function OutboxPopover({ onClose, ...panel }: OutboxProps & { onClose: () => void }) {
  return (
    <BarPopover label="Outbox" width={472} onClose={onClose}>
      <OutboxPanel {...panel} />
    </BarPopover>
  )
}
