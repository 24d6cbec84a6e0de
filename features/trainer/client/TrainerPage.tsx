import { Navigate } from '#core/client/router/Navigate.tsx'
import { TabbedPage } from '#core/client/TabbedPage.tsx'
import { isGuid } from '#core/contract/guid.ts'

/** Shows the Trainer's lists as tabs. A lesson's ID, alone or after a tab, leads to that lesson. */
export function TrainerPage({ tab }: { tab: string }) {
  const id = tab.split('/').at(-1)!
  return isGuid(id) ? (
    <Navigate to={`/lesson/${id}`} replace />
  ) : (
    <TabbedPage area="trainer" title="Trainer" base="/trainers" tab={tab} />
  )
}
