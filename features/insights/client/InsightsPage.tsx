import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Navigate } from '#core/client/router/Navigate.tsx'
import { useSearchParams } from '#core/client/router/useRouter.ts'
import { TabbedPage } from '#core/client/TabbedPage.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { kindAddressOf } from '../library/listing.ts'

const ContentPage = lazyComponent(
  () => import('../library/client/ContentPage.tsx').then((file) => file.ContentPage),
  <LoadingPlaceholder />,
)

/** `id` is what's open in the tab. For 'asset', which has no tab, it's the Library item. */
type Props = { tab: string; id?: string | null; hash?: string }

/** Shows the daily cards and the Library, each in its tab, or the page of one item. */
export function InsightsPage({ tab, id = null, hash = '' }: Props) {
  if (tab === 'asset') return <ContentPage id={id ?? ''} hash={hash} />
  if (tab === 'content') return <ToContent />
  // The kinds of the Library have their own URLs and are shown in its tab.
  const kind = kindAddressOf(tab)
  const place = kind ? { tab: 'library', id: kind } : { tab, id }
  return <TabbedPage area="insights" title="Insights" base="/insights" {...place} />
}

/** The specification's URL of an item, with its id in the query. */
function ToContent() {
  const { id } = useSearchParams() as { id?: unknown }
  if (typeof id !== 'string' || id === '') return <Navigate to="/insights/$tab" params={{ tab: 'library' }} replace />
  return <Navigate to="/asset/$id" params={{ id }} replace />
}
