import { Popover } from '@mantine/core'
import anchor from '#core/ui/anchor.module.css'
import s from './OutboxPanel.module.css'
import { OutboxPanel, type OutboxProps } from './OutboxPanel.tsx'

/** The outbox on a wide screen, below the state in the top bar. */
export function OutboxPopover({ onClose, ...panel }: OutboxProps & { onClose: () => void }) {
  return (
    <Popover
      opened
      onChange={onClose}
      onDismiss={onClose}
      withinPortal={false}
      withRoles={false}
      position="bottom-end"
      width={472}
      offset={8}
      trapFocus
      returnFocus={false}
    >
      <Popover.Target>
        <span className={anchor.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={s.panel} role="dialog" aria-label="Outbox">
        <OutboxPanel {...panel} />
      </Popover.Dropdown>
    </Popover>
  )
}
