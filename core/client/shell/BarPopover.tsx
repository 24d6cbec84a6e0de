import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import anchor from '#core/ui/anchor.module.css'
import s from './BarPanel.module.css'

type Props = { label: string; width: number; onClose: () => void; children: ReactNode }

export function BarPopover({ label, width, onClose, children }: Props) {
  return (
    <Popover
      opened
      onChange={onClose}
      onDismiss={onClose}
      withinPortal={false}
      withRoles={false}
      position="bottom-end"
      width={width}
      offset={8}
      trapFocus
      returnFocus={false}
    >
      <Popover.Target>
        <span className={anchor.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={`clip ${s.panel}`} role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
