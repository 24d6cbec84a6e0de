import type { ReactNode } from 'react'
import { useSession } from '#core/client/session.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { managesPeople } from '#core/contract/opensViewer.ts'
import { Tabs } from '#core/ui/Tabs.tsx'
import { dashboardsFlag } from '../flagsContract.ts'
import { DASHBOARD, REPORTS } from '../reportPaths.ts'
import s from './ViewerFrame.module.css'

type Props = {
  /** Current tab. */
  here: 'pipeline' | 'dashboard' | 'schedules'
  /** Query parameters that the tabs carry over. */
  search?: Record<string, string>
  /** Pickers of the audience and dates. */
  pickers?: ReactNode
  children: ReactNode
}

/** Shows the Viewer's tabs with the pickers of the audience and dates. */
export function ViewerFrame({ here, search = {}, pickers, children }: Props) {
  const session = useSession()
  const hasDashboard = session && isFeatureOn(session.Subscriptions, dashboardsFlag) && managesPeople(session)
  const tabs = [
    { name: 'pipeline', label: 'Reports', to: REPORTS, search },
    ...(hasDashboard ? [{ name: DASHBOARD.name, label: DASHBOARD.title, to: DASHBOARD.path, search }] : []),
  ]
  return (
    <>
      <div className={`row between ${s.head}`}>
        <Tabs label="Viewer" tabs={tabs} here={here} />
        <div className="flex gap8 shrink">{pickers}</div>
      </div>
      {children}
    </>
  )
}
