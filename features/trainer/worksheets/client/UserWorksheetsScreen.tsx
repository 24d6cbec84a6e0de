import { Button } from '@mantine/core'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { Meanings } from '#core/client/reports/Meanings.tsx'
import { ReportTableView } from '#core/client/reports/ReportTableView.tsx'
import { useCanGoBack, useNavigate, useRouter } from '#core/client/router/useRouter.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { UserWorksheetsFacts } from '../reportContract.ts'
import s from './UserWorksheets.module.css'

/** Shows one person's worksheets, with a button back to the selection. */
export function UserWorksheetsScreen({ report, facts }: ReportScreenProps<UserWorksheetsFacts>) {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  const back = () => (canGoBack ? router.history.back() : void navigate({ to: '/viewer/pipeline/progress' }))
  return (
    <>
      <Button
        variant="subtle"
        className={s.back}
        aria-label={`Back from ${facts.scope.name}`}
        leftSection={<Icon name="arrow-left" stroke={1.75} />}
        onClick={back}
      >
        {facts.scope.name}
      </Button>
      {facts.rows.length === 0 ? (
        <EmptyState title={NO_DATA} />
      ) : (
        report.tables.map((table) => <ReportTableView key={table.title} table={table} facts={facts} isAlone />)
      )}
      <Meanings report={report} facts={facts} />
    </>
  )
}
