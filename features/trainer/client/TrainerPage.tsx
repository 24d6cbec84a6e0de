import { Navigate } from '@tanstack/react-router'
import { TabbedPage } from '#core/client/TabbedPage.tsx'
import { isGuid } from '#core/contract/guid.ts'

/** The Trainer's lists, each behind its tab; the id of a lesson in the place of a tab leads to that lesson. */
export const TrainerPage = ({ tab }: { tab: string }) =>
  isGuid(tab) ? (
    <Navigate to={`/lesson/${tab}`} replace />
  ) : (
    <TabbedPage area="trainer" title="Trainer" base="/trainers" tab={tab} />
  )
