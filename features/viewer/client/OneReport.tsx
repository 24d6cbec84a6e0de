import { useState } from 'react'
import { call } from '#core/client/api.ts'
import type { ListedViewerReport, ReportScreenProps } from '#core/client/feature.ts'
import { useLazy } from '#core/client/lazyComponent.tsx'
import { FileButtons } from '#core/client/reports/FileButtons.tsx'
import type { ShownRows } from '#core/client/reports/Meanings.tsx'
import { ReportBody } from '#core/client/reports/ReportBody.tsx'
import { type AskedFacts, useReportFacts } from '#core/client/reports/useReportFacts.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import type { Days } from '#core/contract/ranges.ts'
import { formatAsOf } from '#core/contract/report.ts'
import { type AnyViewerReport, excludesPrivate, type ScopeKey, type WithRows } from '#core/contract/viewerReport.ts'
import { FailedRead } from '#core/ui/FailedRead.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import type { Viewer } from '../contract.ts'
import { MailReport } from '../schedules/client/MailReport.tsx'
import type { WantedRecipients } from '../schedules/client/scheduleForm.ts'
import { BackToReport } from './BackToReport.tsx'
import s from './OneReport.module.css'
import { ParameterPanel } from './ParameterPanel.tsx'
import { ReportPicker } from './ReportPicker.tsx'
import { reportGroups } from './reportGroups.ts'
import type { ReportView } from './useView.ts'
import { ViewerFrame } from './ViewerFrame.tsx'

/** Source: the second specification, section 2. */
const HEADLESS = 'people'

type Props = {
  viewer: Viewer
  report: AnyViewerReport
  view: ReportView
  /** ID of the person whom it is about, if it is one person's. */
  person: string | undefined
  screen: ListedViewerReport['screen']
}

/** Shows a report with its header: title, audience, dates, and exports. */
export function OneReport({ viewer, report, view, person, screen }: Props) {
  useTitle(`${report.title} · Viewer`)
  const isNarrow = useIsNarrow()
  const session = useSession()
  const isOffline = useSyncStatus(isOfflineNow)
  const { graph, days, which } = view
  const narrowed = report.narrowsTargets && view.narrowed
  const [shownRows, setShownRows] = useState<ShownRows>({})
  const firm = session && { key: 'org' as const, id: session.Org.id }
  const shown = report.isOfFirm ? firm : graph
  const about = person === undefined ? shown : { key: 'user' as const, id: person }
  const asked = about && {
    key: about.key,
    id: about.id,
    ...(report.isDated && days),
    ...(which && !report.whichIsShown && { which }),
    ...narrowed,
    ...(report.comesInPages && { from: 0 }),
  }
  // The screen's code loads in parallel with the data.
  const isScreenLoaded = useLazy(screen) !== undefined || !screen
  const { facts, answered, isStale, problem, ask } = useReportFacts<WithRows>(report, asked)
  const title = isNarrow ? (
    <ReportPicker groups={reportGroups(viewer)} title={report.title} search={view.search} />
  ) : (
    report.title
  )
  const actions = asked && (
    <div className="flex wrap gap8">
      <FileButtons
        rows={shownRows.count}
        fetchFile={(form, signal) =>
          call(
            report.routes.file,
            {
              query: {
                id: asked.id,
                entity: asked.key,
                format: form === 'pdf' ? 'pdf' : 'csv',
                ...(report.isDated && days),
                ...(which && { which }),
                ...narrowed,
                ...(shownRows.q && { q: shownRows.q }),
                ...(shownRows.sort && { sort: shownRows.sort }),
              },
            },
            { signal },
          )
        }
      />
      {report.exampleWhich === undefined && (
        <MailReport isOffline={isOffline} wanted={wantedOf(report, viewer, asked, which, days)} />
      )}
    </div>
  )
  return (
    <ViewerFrame
      here="pipeline"
      search={view.search}
      pickers={
        <ParameterPanel
          view={view}
          graphs={person === undefined && !report.isOfFirm ? graphsFor(viewer, report) : undefined}
          isDated={report.isDated}
        />
      }
    >
      {report.exampleWhich !== undefined && <BackToReport viewer={viewer} from={view.from} search={view.search} />}
      {report.name === HEADLESS ? (
        // On a phone the name opens the other reports.
        <h1 className={isNarrow ? 'mb12' : 'hide'}>{title}</h1>
      ) : (
        <header className={`flex wrap top between mb16 ${s.head}`}>
          <div>
            <h1>{title}</h1>
            <p className="pretty dim mt2">{report.intro}</p>
          </div>
          {actions}
        </header>
      )}
      {!facts && isOffline && <NeedsConnection isOffline what={whenOnline('see reports')} />}
      <FailedRead problem={isOffline && !facts ? null : problem} onAgain={ask} />
      {!facts && !problem && !isOffline && <LoadingPlaceholder />}
      {facts && (
        <div aria-busy={isStale || undefined} className={s.body}>
          <Body {...{ report, facts, asked: answered!, view, screen, ask, actions }} onShown={setShownRows} />
          {isScreenLoaded && (
            <p className="cap mt12">
              {formatAsOf(facts)}{' '}
              {excludesPrivate(report, facts.scope, session?.user.id) && 'Private Targets are excluded. '}
              The Excel and PDF files have the same figures.
            </p>
          )}
        </div>
      )}
    </ViewerFrame>
  )
}

/** Returns the current report for a scheduled report. */
function wantedOf(
  report: AnyViewerReport,
  { graphs }: Viewer,
  { key, id }: { key: ScopeKey; id: string },
  which: string | undefined,
  days: Days,
): WantedRecipients {
  const name = graphs.find((graph) => graph.key === key && graph.id === id)?.name ?? ''
  return {
    code: report.name,
    name: report.title,
    about: { key, id, name },
    which: which ?? null,
    days: report.isDated ? days : null,
  }
}

const graphsFor = ({ graphs }: Viewer, { keys }: AnyViewerReport) => graphs.filter(({ key }) => keys.includes(key))

type BodyProps = Pick<Props, 'report' | 'view' | 'screen'> &
  Pick<ReportScreenProps<WithRows>, 'ask' | 'actions' | 'onShown'> & { facts: WithRows; asked: AskedFacts }

function Body({ report, facts, asked, view, screen, ask, actions, onShown }: BodyProps) {
  const Screen = useLazy(screen)
  if (!screen) return <ReportBody report={report} facts={facts} onShown={onShown} />
  if (!Screen) return <LoadingPlaceholder />
  const { which, chooseWhich, narrowed, narrow } = view
  return <Screen {...{ report, facts, asked, which, chooseWhich, narrowed, narrow, onShown, ask, actions }} />
}
