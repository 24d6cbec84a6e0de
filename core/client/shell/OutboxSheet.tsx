import { BarSheet } from './BarSheet.tsx'
import { OutboxPanel, type OutboxProps } from './OutboxPanel.tsx'

export function OutboxSheet({ onClose, ...panel }: OutboxProps & { onClose: () => void }) {
  return (
    <BarSheet label="Outbox" onClose={onClose}>
      <OutboxPanel {...panel} />
    </BarSheet>
  )
}
