import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Figures } from '#core/client/reports/Figures.tsx'
import { Meanings } from '#core/client/reports/Meanings.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useToday } from '#core/client/useToday.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import type { DigestReportRow, DigestsReport } from '../reportContract.ts'
import { DigestRuns } from './DigestRuns.tsx'
import { digestColumns } from './digestColumns.tsx'
import { digestLabels } from './digestLabels.ts'

const PreviewDialog = lazyComponent(() => import('./PreviewDialog.tsx').then((file) => file.PreviewDialog))

/** Shows each digest's status, its current email, and the recipients of each run. */
export function DigestsScreen({ report, facts }: ReportScreenProps<DigestsReport>) {
  const today = useToday()
  const isOffline = useSyncStatus(isOfflineNow)
  const [shown, setShown] = useState<DigestReportRow | null>(null)
  const { zone, rows } = facts
  const columns = useMemo(() => columnsOf({ today, zone, show: setShown }), [today, zone])
  return (
    <>
      <Figures report={report} facts={facts} />
      <Table
        label="Digests"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title || 'Untitled'}
        // Only people who manage digests see the recipients.
        {...(rows.some(({ open }) => open) && {
          moreOf: (digest: DigestReportRow) => <DigestRuns digest={digest} isOffline={isOffline} />,
        })}
        empty={<EmptyState title={NO_DATA} />}
      />
      <Meanings report={report} facts={facts} />
      {shown && <PreviewDialog digest={shown} onClose={() => setShown(null)} />}
    </>
  )
}

type About = { today: string; zone: string; show: (digest: DigestReportRow) => void }

const columnsOf = ({ today, zone, show }: About): TableColumn<DigestReportRow>[] => [
  ...digestColumns<DigestReportRow>({
    today,
    zone,
    titleOf: ({ title, open }) =>
      open ? (
        <Link to={open.path} className="opens semi">
          {title || 'Untitled'}
        </Link>
      ) : (
        title || 'Untitled'
      ),
  }),
  {
    key: 'preview',
    head: 'Preview',
    cell: (digest) =>
      digest.open && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="eye" size={16} stroke={1.75} />}
          aria-label={`${digestLabels.preview}: ${digest.title || 'Untitled'}`}
          onClick={() => show(digest)}
        >
          Preview
        </Button>
      ),
    width: '116px',
    onCard: 'aside',
  },
]
