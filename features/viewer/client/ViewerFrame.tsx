import type { ReactNode } from 'react'
import { useSession } from '#core/client/session.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { Tabs } from '#core/ui/Tabs.tsx'
import { managesPeople } from '../accessContract.ts'
import { dashboardsFlag } from '../flagsContract.ts'
import { DASHBOARD, REPORTS } from '../reportPaths.ts'
import s from './ViewerFrame.module.css'

type Props = {
  /** The tab that is open. */
  here: 'pipeline' | 'dashboard' | 'schedules'
  /** What a tab takes along in its address. */
  search?: Record<string, string>
  /** Whom and when. */
  pickers?: ReactNode
  children: ReactNode
}

/** The Viewer's tabs, with whom and when beside them. */
export function ViewerFrame({ here, search = {}, pickers, children }: Props) {
  const session = useSession()
  const hasDashboard = session && isFeatureOn(session.Subscriptions, dashboardsFlag) && managesPeople(session)
  const tabs = [
    { name: 'pipeline', label: 'Reports', to: REPORTS, search },
    ...(hasDashboard ? [{ name: DASHBOARD.name, label: DASHBOARD.title, to: DASHBOARD.path, search }] : []),
  ]
  return (
    <>
      <div className={s.head}>
        <Tabs label="Viewer" tabs={tabs} here={here} />
        <div className={s.pickers}>{pickers}</div>
      </div>
      {children}
    </>
  )
}
