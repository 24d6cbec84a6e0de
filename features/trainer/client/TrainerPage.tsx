import { TabbedPage } from '#core/client/TabbedPage.tsx'

/** The Trainer's lists, each behind its tab. */
export const TrainerPage = ({ tab }: { tab: string }) => (
  <TabbedPage area="trainer" title="Trainer" base="/trainers" tab={tab} />
)
