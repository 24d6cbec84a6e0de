import { UnstyledButton } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { type Asset, TRASH_DAYS } from '../contract.ts'
import { AssetMenu } from './AssetMenu.tsx'
import a from './Assets.module.css'
import type { AssetDoing } from './doing.ts'
import { formatAssetStamp, formatUsers } from './labels.ts'
import { Thumbnail } from './Thumbnail.tsx'

/** Number of last rows whose menus open upward. Source: the second specification, section 8. */
const UPWARD = 3

type Shown = {
  isManager: boolean
  isTrash: boolean
  onDo: (doing: AssetDoing) => void
}

/** Opens the file in a new tab. */
export const AssetLink = ({ asset: { id, name }, page }: { asset: Pick<Asset, 'id' | 'name'>; page?: number }) => (
  <a
    className={`break bold link ${a.link}`}
    href={`/viewer/assets/${id}${page ? `#page=${page}` : ''}`}
    target="_blank"
    rel="noopener"
  >
    {page ? `${name}, page ${page}` : name}
  </a>
)

export function assetColumns({ isManager, isTrash, onDo }: Shown): TableColumn<Asset>[] {
  const columns: TableColumn<Asset>[] = [
    {
      key: 'name',
      head: 'Name',
      about: 'The name of the file. It opens in a new tab.',
      sortBy: ({ name }) => name.toLowerCase(),
      cell: (asset) => (
        <span className="row gap8 shrink">
          <Thumbnail url={asset.thumbnail_url} />
          {isTrash ? asset.name : <AssetLink asset={asset} />}
          {asset.opened > 0 && asset.opened < asset.versions && (
            <span className={`small nowrap semi ${a.tag}`}>New version</span>
          )}
          {asset.favourite && <Icon name="star-filled" size={14} className="rigid dim" label="Favorite" stroke={2} />}
        </span>
      ),
    },
    {
      key: 'by',
      head: 'Last Modified By',
      about: 'Who last changed the file, its name, or its access.',
      sortBy: ({ uploaded_by }) => uploaded_by.toLowerCase(),
      cell: ({ uploaded_by }) => {
        const [first_name = '', ...rest] = uploaded_by.split(' ')
        return (
          <span className={`inline gap8 ${a.who}`}>
            <InitialsAvatar initials={initialsOf({ first_name, last_name: rest.at(-1) ?? '' })} />
            {uploaded_by}
          </span>
        )
      },
      onCard: 'line',
    },
    {
      key: 'at',
      head: 'Date Modified',
      about: 'When it was last changed.',
      sortBy: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => <span className="num">{formatAssetStamp(updated_at)}</span>,
      onCard: 'line',
    },
  ]
  if (isTrash)
    columns.push({
      key: 'deleted',
      head: 'Date Deleted',
      about: `When it was deleted. It stays in the trash for ${TRASH_DAYS} days.`,
      sortBy: ({ deleted_at }) => deleted_at ?? '',
      cell: ({ deleted_at }) => <span className="num">{deleted_at && formatAssetStamp(deleted_at)}</span>,
      onCard: 'line',
    })
  if (isManager)
    columns.push({
      key: 'access',
      head: 'Access',
      about: 'How many people can open it. Select the number to see who.',
      sortBy: ({ reach }) => reach,
      cell: (asset) => (
        <UnstyledButton className={`semi link ${a.reach}`} onClick={() => onDo({ what: 'access', asset })}>
          {formatUsers(asset.reach ?? 0)}
        </UnstyledButton>
      ),
      onCard: 'line',
    })
  columns.push({
    key: 'actions',
    head: 'Actions',
    about: 'Edit or delete the asset.',
    width: '88px',
    cell: (asset, below) => (
      <AssetMenu asset={asset} isManager={isManager} isTrash={isTrash} isUpward={below < UPWARD} onDo={onDo} />
    ),
    onCard: 'aside',
  })
  return columns
}
