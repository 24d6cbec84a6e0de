import { useQuery } from '#core/client/query.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { ParameterPanel } from '../../client/ParameterPanel.tsx'
import { useView } from '../../client/useView.ts'
import { ViewerFrame } from '../../client/ViewerFrame.tsx'
import { type Viewer, viewerQuery } from '../../contract.ts'
import { DashboardFrame } from './DashboardFrame.tsx'
import { KpiFailed } from './KpiFailed.tsx'
import { useKpiToken } from './useKpiToken.ts'

const NEEDS = whenOnline('see the dashboard')

/** Shows the KPI dashboard in its frame, with the pickers of the audience and dates above it. */
export function DashboardPage() {
  useTitle('KPI Dashboard · Viewer')
  const { value, problem, isMissing } = useQuery(viewerQuery, undefined)
  const isOffline = useSyncStatus(isOfflineNow)
  if (value) return <Dashboard viewer={value} />
  return (
    <ViewerFrame here="dashboard">
      <h1 className="hide">KPI Dashboard</h1>
      {isMissing || isOffline ? (
        <NeedsConnection isOffline what={NEEDS} />
      ) : problem ? (
        <Problem>{problem}</Problem>
      ) : (
        <LoadingPlaceholder />
      )}
    </ViewerFrame>
  )
}

function Dashboard({ viewer }: { viewer: Viewer }) {
  const view = useView(viewer, ['org', 'group'])
  const { given, problem, isAsking, again } = useKpiToken()
  const { graph, days } = view
  const isOwn = given?.urls.embed.startsWith('/') ?? true
  const graphs = viewer.graphs.filter(({ key }) => key !== 'user')
  return (
    <ViewerFrame
      here="dashboard"
      search={view.search}
      pickers={isOwn && <ParameterPanel view={view} graphs={graphs} isDated />}
    >
      <h1 className="hide">KPI Dashboard</h1>
      {isOwn && view.left && graph && (
        <p role="status">
          The dashboard shows {graph.name}. It has no figures for {view.left.name} alone.
        </p>
      )}
      {problem && !problem.isOffline && <KpiFailed problem={problem} isBusy={isAsking} onAgain={again} />}
      {problem?.isOffline && <NeedsConnection isOffline what={NEEDS} />}
      {!given && !problem && <LoadingPlaceholder />}
      {given && graph && (
        <DashboardFrame
          given={given}
          scope={graph}
          days={days}
          search={view.search}
          opens={viewer.reports.map(({ code }) => code)}
          firm={graph.key === 'org' ? undefined : graphs.find(({ key }) => key === 'org')}
          onFirm={view.choose}
          onEnded={again}
        />
      )}
      {given && !graph && <EmptyState title="There is currently no data for this report." />}
    </ViewerFrame>
  )
}
