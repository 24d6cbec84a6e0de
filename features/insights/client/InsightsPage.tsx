import { TabbedPage } from '#core/client/TabbedPage.tsx'
import { isKindAddress } from '../library/listing.ts'

/** The daily cards and the Library, each behind its tab. `id`: what is open in it. */
export const InsightsPage = ({ tab, id = null }: { tab: string; id?: string | null }) => (
  <TabbedPage area="insights" title="Insights" base="/insights" {...placeOf(tab, id)} />
)

/** The kinds of the Library have addresses of their own, and stand in its tab. */
const placeOf = (tab: string, id: string | null) => (isKindAddress(tab) ? { tab: 'library', id: tab } : { tab, id })
