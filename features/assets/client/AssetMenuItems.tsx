import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconHistory,
  IconListCheck,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import type { AssetMenuProps } from './AssetMenu.tsx'

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

export function AssetMenuItems(props: AssetMenuProps & { onClose: () => void }) {
  const { asset, isManager, isTrash, isUpward, onDo, onClose } = props
  return (
    <MenuOver label={`Actions for ${asset.name}`} position={isUpward ? 'top-end' : 'bottom-end'} onClose={onClose}>
      {isTrash ? (
        <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => onDo({ what: 'bringBack', asset })}>
          Restore
        </Menu.Item>
      ) : (
        <>
          {isManager && (
            <>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onDo({ what: 'edit', asset })}>
                Edit
              </Menu.Item>
              <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => onDo({ what: 'versions', asset })}>
                Versions and readers
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={asset.favourite ? <IconStarOff {...icon} /> : <IconStar {...icon} />}
            onClick={() => onDo({ what: 'favourite', asset })}
          >
            {asset.favourite ? 'Remove from favorites' : 'Add to favorites'}
          </Menu.Item>
          <Menu.Divider />
          {isManager ? (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash {...icon} />}
              onClick={() => onDo({ what: 'removeForAll', asset })}
            >
              Delete
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconListCheck {...icon} />} onClick={() => onDo({ what: 'remove', asset })}>
              Delete
            </Menu.Item>
          )}
        </>
      )}
    </MenuOver>
  )
}
