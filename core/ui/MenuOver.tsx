import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu, type MenuProps } from '@mantine/core'
import type { ReactNode } from 'react'
import s from './anchor.module.css'
import { withinView } from './withinView.ts'

type Props = {
  label: string
  position?: MenuProps['position']
  width?: MenuProps['width']
  closeOnItemClick?: boolean
  onClose: () => void
  children: ReactNode
}

// Menu passes it to its Popover. The anchor isn't a button, so it must not have a button's ARIA states.
const withoutRoles = { withRoles: false }

/**
 * An open menu over its nearest positioned parent. Put it next to the button, inside `position: relative`, and load it
 * lazily.
 */
export function MenuOver({
  label,
  position = 'bottom-end',
  width = 208,
  closeOnItemClick = true,
  onClose,
  children,
}: Props) {
  return (
    <Menu
      opened
      onClose={onClose}
      position={position}
      width={width}
      closeOnItemClick={closeOnItemClick}
      withinPortal={false}
      {...withoutRoles}
      withInitialFocusPlaceholder={false}
      returnFocus={false}
      trapFocus
      middlewares={withinView}
    >
      <Menu.Target>
        <span className={s.anchor} />
      </Menu.Target>
      <Menu.Dropdown className={s.menu} role="menu" aria-orientation="vertical" aria-label={label}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
