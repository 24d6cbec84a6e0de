import { TabbedPage } from '#core/client/TabbedPage.tsx'

/** The daily cards and the Library, each behind its tab. */
export const InsightsPage = ({ tab }: { tab: string }) => (
  <TabbedPage area="insights" title="Insights" base="/insights" tab={tab} />
)
