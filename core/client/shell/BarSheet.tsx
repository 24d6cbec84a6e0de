import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import s from './BarPanel.module.css'

export function BarSheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer.Root opened onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content classNames={{ content: s.sheet }} aria-label={label}>
        <Drawer.Body p={0}>
          <div className={s.grip} aria-hidden />
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
