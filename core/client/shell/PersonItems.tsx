import '@mantine/core/styles/Popover.layer.css'
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import s from './PersonMenu.module.css'
import type { PersonMenuProps } from './PersonMenu.tsx'

const schemes = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'Match system', icon: 'device-desktop' },
] as const

export function PersonItems({
  person,
  areas,
  switchedFrom,
  isCompact,
  onLogout,
  onSwitchBack,
  onClose,
}: PersonMenuProps & { onClose: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <MenuOver
      label={`Account menu for ${person.fullname}`}
      position={isCompact ? 'bottom-end' : 'top-start'}
      width={232}
      onClose={onClose}
    >
      {isCompact && (
        <div className={s.who} role="presentation">
          <span className={`block ${s.name} one`}>{person.fullname}</span>
          <span className="block cap one">{person.firm}</span>
        </div>
      )}
      {areas.map(
        ({ name, label, path, menuIcon }) =>
          menuIcon && (
            <Menu.Item key={name} component={Link} to={path} leftSection={<Icon name={menuIcon} />}>
              {label}
            </Menu.Item>
          ),
      )}
      <Menu.Divider />
      <Menu.RadioGroup
        aria-label="Theme"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      >
        {schemes.map(({ value, label, icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon name={icon} />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      {switchedFrom === undefined ? (
        <Menu.Item leftSection={<Icon name="logout" />} onClick={onLogout}>
          Log out
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<Icon name="arrow-back-up" />} onClick={onSwitchBack}>
          Switch back to {switchedFrom}
        </Menu.Item>
      )}
    </MenuOver>
  )
}
