import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import type { AssetMenuProps } from './AssetMenu.tsx'

const icon = { size: 16, stroke: 1.6 } as const

export function AssetMenuItems(props: AssetMenuProps & { onClose: () => void }) {
  const { asset, isManager, isTrash, isUpward, onDo, onClose } = props
  return (
    <MenuOver label={`Actions for ${asset.name}`} position={isUpward ? 'top-end' : 'bottom-end'} onClose={onClose}>
      {isTrash ? (
        <Menu.Item
          leftSection={<Icon name="arrow-back-up" {...icon} />}
          onClick={() => onDo({ what: 'bringBack', asset })}
        >
          Restore
        </Menu.Item>
      ) : (
        <>
          {isManager && (
            <>
              <Menu.Item leftSection={<Icon name="pencil" {...icon} />} onClick={() => onDo({ what: 'edit', asset })}>
                Edit
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="history" {...icon} />}
                onClick={() => onDo({ what: 'versions', asset })}
              >
                Versions and readers
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={asset.favourite ? <Icon name="star-off" {...icon} /> : <Icon name="star" {...icon} />}
            onClick={() => onDo({ what: 'favourite', asset })}
          >
            {asset.favourite ? 'Remove from favorites' : 'Add to favorites'}
          </Menu.Item>
          <Menu.Divider />
          {isManager ? (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<Icon name="trash" {...icon} />}
              onClick={() => onDo({ what: 'removeForAll', asset })}
            >
              Delete
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<Icon name="list-check" {...icon} />}
              onClick={() => onDo({ what: 'remove', asset })}
            >
              Delete
            </Menu.Item>
          )}
        </>
      )}
    </MenuOver>
  )
}
