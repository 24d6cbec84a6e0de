import { ActionIcon } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { MenuAction } from '../ActionMenu.tsx'
import { MenuPlace } from '../MenuPlace.tsx'
import type { TableColumn } from './columns.ts'

const ActionMenu = lazyComponent(() => import('../ActionMenu.tsx').then((file) => file.ActionMenu))

type Given<R> = { nameOf: (row: R) => string; actionsOf: (row: R) => readonly MenuAction[]; isOffline: boolean }

/** Column with a menu of each row's actions. */
export const menuColumn = <R,>({ nameOf, actionsOf, isOffline }: Given<R>): TableColumn<R> => ({
  key: 'acts',
  head: 'Actions',
  cell: (row) => {
    const label = `Actions for ${nameOf(row)}`
    return (
      <MenuPlace
        button={(opener) => (
          <ActionIcon {...opener} variant="subtle" color="gray" size={32} aria-label={label}>
            <Icon name="dots" stroke={1.75} />
          </ActionIcon>
        )}
        menu={(close) => <ActionMenu {...{ label, isOffline }} actions={actionsOf(row)} onClose={close} />}
      />
    )
  },
  width: '72px',
  onCard: 'aside',
})
