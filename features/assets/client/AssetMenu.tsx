import { ActionIcon } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import type { Asset } from '../contract.ts'
import type { AssetDoing } from './doing.ts'

const AssetMenuItems = lazyComponent(() => import('./AssetMenuItems.tsx').then((file) => file.AssetMenuItems))

export type AssetMenuProps = {
  asset: Asset
  isManager: boolean
  isTrash: boolean
  /** True for the last three rows. */
  isUpward: boolean
  onDo: (doing: AssetDoing) => void
}

export const AssetMenu = (props: AssetMenuProps) => (
  <MenuPlace
    button={(opener) => (
      <ActionIcon {...opener} variant="subtle" color="gray" size={36} aria-label={`Actions for ${props.asset.name}`}>
        <Icon name="dots" stroke={1.75} />
      </ActionIcon>
    )}
    menu={(close) => <AssetMenuItems {...props} onClose={close} />}
  />
)
