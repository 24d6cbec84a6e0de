import { Popover } from '@mantine/core'
import anchor from '#core/ui/anchor.module.css'
import s from './Inbox.module.css'
import { InboxPanel, type PanelProps } from './InboxPanel.tsx'

/** The inbox on a wide screen, below the bell. */
export function InboxPopover({ onClose, ...panel }: PanelProps) {
  return (
    <Popover
      opened
      onChange={onClose}
      onDismiss={onClose}
      withinPortal={false}
      withRoles={false}
      position="bottom-end"
      width={440}
      offset={8}
      trapFocus
      returnFocus={false}
    >
      <Popover.Target>
        <span className={anchor.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={s.panel} role="dialog" aria-label="Notifications">
        <InboxPanel {...panel} onClose={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
