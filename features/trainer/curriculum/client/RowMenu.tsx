import '@mantine/core/styles/Popover.layer.css'
import { ActionIcon, Menu } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'

export type RowAct = { label: string; run: () => void; isDangerous?: boolean }

/** Menu of a row, without actions that aren't available now. */
export function RowMenu({ name, acts, isDisabled }: { name: string; acts: readonly RowAct[]; isDisabled: boolean }) {
  return (
    <MenuPlace
      button={(opener) => (
        <ActionIcon
          {...opener}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Actions for ${name}`}
          disabled={isDisabled}
        >
          <Icon name="dots" size={20} />
        </ActionIcon>
      )}
      menu={(close) => (
        <MenuOver label={`Actions for ${name}`} onClose={close}>
          {acts.map(({ label, run, isDangerous }) => (
            <Menu.Item key={label} {...(isDangerous && { c: 'var(--mantine-color-error)' })} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </MenuOver>
      )}
    />
  )
}
