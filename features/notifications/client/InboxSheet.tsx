import { Drawer } from '@mantine/core'
import s from './Inbox.module.css'
import { InboxPanel, type PanelProps } from './InboxPanel.tsx'

/** The inbox on a phone: a sheet from below. */
export function InboxSheet({ onClose, ...panel }: PanelProps) {
  return (
    <Drawer.Root opened onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content className={s.sheet} aria-label="Notifications">
        <Drawer.Body p={0}>
          <div className={s.grip} aria-hidden />
          <InboxPanel {...panel} onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
