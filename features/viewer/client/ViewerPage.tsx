import { isPermitted } from '#core/client/areas.ts'
import type { ListedViewerReport } from '#core/client/feature.ts'
import { lazyComponent, useLazy } from '#core/client/lazyComponent.tsx'
import { useProduct } from '#core/client/product.ts'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { opensViewer } from '#core/contract/opensViewer.ts'
import { noAccessTo, whenOnline } from '#core/contract/phrases.ts'
import type { AnyViewerReport } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type Viewer, viewerQuery } from '../contract.ts'
import { viewerFlag } from '../flagsContract.ts'
import { DashboardPage } from '../kpi/client/DashboardPage.tsx'
import { codeIn } from '../reportPaths.ts'
import { OneReport } from './OneReport.tsx'
import { ToFirstReport } from './ToFirstReport.tsx'
import { useView } from './useView.ts'
import { ViewerFrame } from './ViewerFrame.tsx'

const SchedulesPage = lazyComponent(() =>
  import('../schedules/client/SchedulesPage.tsx').then((file) => file.SchedulesPage),
)

type Props = {
  /** A tab other than the reports: the dashboard or the scheduled reports. */
  tab?: string | undefined
  /** Report code in the URL; defaults to the first. */
  report?: string | undefined
  /** ID of the person for a report about one person. */
  person?: string | undefined
}

export function ViewerPage({ tab, ...named }: Props) {
  if (tab === undefined || tab === 'reports') return <Reports {...named} />
  if (tab === 'schedules') return <Mailed />
  return tab === 'dashboard' ? <DashboardPage /> : <NoReport />
}

/** Says that there is nothing here instead of redirecting silently. */
const NoReport = () => (
  <ViewerFrame here="pipeline">
    <EmptyState level={1} title="There is no report at this address." />
  </ViewerFrame>
)

function Mailed() {
  const session = useSession()
  const opens = session !== null && isPermitted(session, { flag: viewerFlag, isFor: opensViewer })
  if (!opens) return <EmptyState level={1} title={noAccessTo('scheduled reports')} />
  return (
    <ViewerFrame here="schedules">
      <SchedulesPage />
    </ViewerFrame>
  )
}

/** Shows one report at a time. The URL holds its audience and dates. */
function Reports({ report, person }: Omit<Props, 'tab'>) {
  const session = useSession()
  const opens = session !== null && isPermitted(session, { flag: viewerFlag, isFor: opensViewer })
  const { value, problem, isMissing } = useQuery(viewerQuery, opens ? undefined : null)
  const isOffline = useSyncStatus(isOfflineNow)
  if (!opens) return <Without code={codeIn(report ?? '')} />
  if (!value)
    return (
      <ViewerFrame here="pipeline">
        {isMissing || isOffline ? (
          <NeedsConnection isOffline what={whenOnline('see reports')} />
        ) : problem ? (
          <Problem>{problem}</Problem>
        ) : (
          <LoadingPlaceholder />
        )}
      </ViewerFrame>
    )
  if (report === undefined) return <ToFirstReport viewer={value} />
  return <Named viewer={value} code={codeIn(report)} person={person} />
}

function Named({ viewer, code, person }: { viewer: Viewer; code: string; person: string | undefined }) {
  const listed = useListed(code)
  const report = useLazy(listed?.load)
  if (listed === null) return <NoReport />
  if (!viewer.reports.some((one) => one.code === code)) return <Without code={code} />
  if (!listed || !report)
    return (
      <ViewerFrame here="pipeline">
        <LoadingPlaceholder />
      </ViewerFrame>
    )
  return <Loaded viewer={viewer} report={report} screen={listed.screen} person={person} />
}

/** Null if no feature provides it, undefined until known. */
function useListed(code: string): ListedViewerReport | null | undefined {
  const all = useLazy(useProduct().viewerReports)
  return all && (all.find(({ name }) => name === code) ?? null)
}

/** Shown to people who don't have the report. */
function Without({ code }: { code: string }) {
  const listed = useListed(code)
  if (listed === undefined) return <LoadingPlaceholder />
  if (!listed?.without) return <EmptyState level={1} title={noAccessTo('this report')} />
  const Part = lazyComponent(listed.without)
  return <Part />
}

type LoadedProps = {
  viewer: Viewer
  report: AnyViewerReport
  screen: ListedViewerReport['screen']
  person: string | undefined
}

function Loaded({ viewer, report, screen, person }: LoadedProps) {
  // Reports on shared content have no selection, so the choice is preserved for the next report.
  const view = useView(viewer, report.isOfFirm ? undefined : report.keys)
  return <OneReport key={report.name} viewer={viewer} report={report} view={view} person={person} screen={screen} />
}
