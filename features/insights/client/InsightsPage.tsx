import { TabbedPage } from '#core/client/TabbedPage.tsx'

/** The daily cards and the Library, each behind its tab. `id`: what is open in it. */
export const InsightsPage = ({ tab, id = null }: { tab: string; id?: string | null }) => (
  <TabbedPage area="insights" title="Insights" base="/insights" tab={tab} id={id} />
)
