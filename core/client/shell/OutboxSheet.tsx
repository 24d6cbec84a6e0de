import { Drawer } from '@mantine/core'
import s from './OutboxPanel.module.css'
import { OutboxPanel, type OutboxProps } from './OutboxPanel.tsx'

/** The outbox on a phone: a sheet from below. */
export function OutboxSheet({ onClose, ...panel }: OutboxProps & { onClose: () => void }) {
  return (
    <Drawer.Root opened onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content className={s.sheet} aria-label="Outbox">
        <Drawer.Body p={0}>
          <div className={s.grip} aria-hidden />
          <OutboxPanel {...panel} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
