import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Figures } from '#core/client/reports/Figures.tsx'
import { Meanings } from '#core/client/reports/Meanings.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { type AssetReportRow, type AssetsReport, lastOf, timesOf } from '../reportContract.ts'
import a from './Assets.module.css'
import { formatAssetStamp, formatUsers } from './labels.ts'
import { OpenerLines } from './OpenerLines.tsx'

const AssetDoings = lazyComponent(() => import('./AssetDoings.tsx').then((file) => file.AssetDoings))

/** Reports who opened which asset. Managers of assets can upload here too. */
export function AssetsReportScreen({ report, facts, ask }: ReportScreenProps<AssetsReport>) {
  const session = useSession()
  const [isUploading, setUploading] = useState(false)
  const isKeeper = session !== null && managesContent(session.user.role, session.Settings)
  return (
    <>
      <div className={`flex wrap end gap8 mb16 ${a.reportBar}`}>
        <Button
          renderRoot={(props) => <Link {...props} to="/viewer/assets" />}
          variant="default"
          leftSection={<Icon name="folder" />}
        >
          Assets Database
        </Button>
        {isKeeper && (
          <Button leftSection={<Icon name="upload" />} onClick={() => setUploading(true)}>
            Upload
          </Button>
        )}
      </div>
      <Figures report={report} facts={facts} />
      <Table
        label="Assets"
        columns={columns}
        rows={facts.rows}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        moreOf={({ openers, versions }) => <OpenerLines openers={openers} versions={versions} />}
        empty={<EmptyState title={NO_DATA} />}
      />
      <Meanings report={report} facts={facts} />
      {isUploading && (
        <AssetDoings
          doing={{ what: 'upload' }}
          onClose={() => setUploading(false)}
          onDone={() => {
            setUploading(false)
            ask()
          }}
        />
      )}
    </>
  )
}

const columns: TableColumn<AssetReportRow>[] = [
  {
    key: 'name',
    head: 'Name',
    width: '30%',
    cell: ({ name, open }) =>
      open ? (
        <a className="opens semi" href={open.path} target="_blank" rel="noopener">
          {name}
        </a>
      ) : (
        name
      ),
    sortBy: ({ name }) => name.toLowerCase(),
    onCard: 'title',
  },
  {
    key: 'opened_by',
    head: 'Opened by',
    about: 'How many people opened it.',
    cell: ({ openers }) => (openers.length > 0 ? formatUsers(openers.length) : <span className="dim">No one yet</span>),
    sortBy: ({ openers }) => openers.length,
    onCard: 'label',
  },
  {
    key: 'times',
    head: 'Times',
    about: 'How many times it was opened. Reading for a while counts as one time.',
    isNumber: true,
    cell: timesOf,
    sortBy: timesOf,
    onCard: 'label',
  },
  {
    key: 'last',
    head: 'Last opened',
    about: 'When someone last opened it.',
    cell: (row) => <span className="num">{formatAt(lastOf(row))}</span>,
    sortBy: lastOf,
    onCard: 'label',
  },
  {
    key: 'access',
    head: 'Access',
    about: 'How many people can open it.',
    cell: ({ access }) => (access === null ? '' : formatUsers(access)),
    sortBy: ({ access }) => access,
    onCard: 'label',
  },
  {
    key: 'modified',
    head: 'Date Modified',
    about: 'When it was last changed.',
    cell: ({ updated_at }) => <span className="num">{formatAssetStamp(updated_at)}</span>,
    sortBy: ({ updated_at }) => updated_at,
    onCard: 'none',
  },
]

const formatAt = (at: string | null) => (at === null ? '' : formatAssetStamp(at))
