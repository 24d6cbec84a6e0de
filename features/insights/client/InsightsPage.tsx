import { Navigate, useSearch } from '@tanstack/react-router'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { TabbedPage } from '#core/client/TabbedPage.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { kindAddressOf } from '../library/listing.ts'

const ContentPage = lazyComponent(
  () => import('../library/client/ContentPage.tsx').then((file) => file.ContentPage),
  <LoadingPlaceholder />,
)

/** `id`: what is open in the tab; of 'asset', which stands in no row of tabs, the content. */
type Props = { tab: string; id?: string | null; hash?: string }

/** The daily cards and the Library, each behind its tab, and the page of one content. */
export function InsightsPage({ tab, id = null, hash = '' }: Props) {
  if (tab === 'asset') return <ContentPage id={id ?? ''} hash={hash} />
  if (tab === 'content') return <ToContent />
  // The kinds of the Library have addresses of their own, and stand in its tab.
  const kind = kindAddressOf(tab)
  const place = kind ? { tab: 'library', id: kind } : { tab, id }
  return <TabbedPage area="insights" title="Insights" base="/insights" {...place} />
}

/** The specification's address of a content, with its id in the query. */
function ToContent() {
  const { id } = useSearch({ strict: false }) as { id?: unknown }
  if (typeof id !== 'string' || id === '') return <Navigate to="/insights/$tab" params={{ tab: 'library' }} replace />
  return <Navigate to="/asset/$id" params={{ id }} replace />
}
