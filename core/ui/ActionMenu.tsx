import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import type { IconName } from '#core/ui/iconNames.ts'
import { MenuOver } from './MenuOver.tsx'

/** `false` is an action that isn't available now, and 'line' separates the groups. */
export type MenuAction = { label: string; icon: IconName; act: () => unknown; isDangerous?: boolean } | 'line' | false

type Props = { label: string; actions: readonly MenuAction[]; isOffline: boolean; onClose: () => void }

export const ActionMenu = ({ label, actions, isOffline, onClose }: Props) => (
  <MenuOver label={label} width={216} onClose={onClose}>
    {actions.map((one) => {
      if (one === 'line') return <Menu.Divider key="line" />
      if (!one) return null
      const { label, icon, act, isDangerous } = one
      return (
        <Menu.Item
          key={label}
          disabled={isOffline}
          {...(isDangerous && { c: 'var(--mantine-color-error)' })}
          leftSection={<Icon name={icon} />}
          onClick={() => void act()}
        >
          {label}
        </Menu.Item>
      )
    })}
  </MenuOver>
)
