import { use } from 'react'
import { lazyOf, once, useProduct } from '#core/client/product.ts'
import { useReading } from '#core/client/reading.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { UnknownPage } from '#core/client/UnknownPage.tsx'
import type { AnyViewerReport } from '#core/contract/viewerReport.ts'
import { Awaited } from '#core/ui/Awaited.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type Viewer, viewerReading } from '../contract.ts'
import { codeIn } from '../reportPaths.ts'
import { OneReport } from './OneReport.tsx'
import { ToFirstReport } from './ToFirstReport.tsx'
import { useView } from './useView.ts'
import { ViewerFrame } from './ViewerFrame.tsx'

type Props = {
  /** As the address names it; none leads to the first. */
  report?: string | undefined
  /** Of a report that is one person's: whose. */
  person?: string | undefined
}

/** The reports: one at a time, about whom and of when the address says. */
export function ViewerPage({ report, person }: Props) {
  const { value, problem, isMissing } = useReading(viewerReading, undefined)
  const isOffline = useSyncStatus(isOfflineNow)
  if (!value)
    return (
      <ViewerFrame here="pipeline">
        {isMissing || isOffline ? (
          <NeedsConnection isOffline what="Reports can be seen when you are online again." />
        ) : problem ? (
          <Problem>{problem}</Problem>
        ) : (
          <Awaited />
        )}
      </ViewerFrame>
    )
  if (report === undefined) return <ToFirstReport viewer={value} />
  return <Named viewer={value} code={codeIn(report)} person={person} />
}

function Named({ viewer, code, person }: { viewer: Viewer; code: string; person: string | undefined }) {
  const listed = useProduct().viewerReports.find(({ name }) => name === code)
  const definition = viewer.reports.find((one) => one.code === code)
  if (!listed) return <UnknownPage />
  if (!definition)
    return (
      <ViewerFrame here="pipeline">
        <EmptyState level={1} title="You may not see this report." />
      </ViewerFrame>
    )
  return <Loaded viewer={viewer} listed={listed} person={person} />
}

type LoadedProps = {
  viewer: Viewer
  listed: ReturnType<typeof useProduct>['viewerReports'][number]
  person: string | undefined
}

function Loaded({ viewer, listed: { load, screen }, person }: LoadedProps) {
  const report: AnyViewerReport = use(once(load))
  const view = useView(viewer, report.keys)
  return (
    <OneReport
      key={report.name}
      viewer={viewer}
      report={report}
      view={view}
      person={person}
      screen={screen ? lazyOf(screen) : undefined}
    />
  )
}
