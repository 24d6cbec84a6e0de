// A link back to the page in the `from` query parameter.
import { Link } from '#core/client/router/Link.tsx'
import { useLocation } from '#core/client/router/useRouter.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { isOwnPath } from './areas.ts'
import { lazyComponent } from './lazyComponent.tsx'
import { useProduct } from './product.ts'
import { matchPath } from './router/address.ts'

/** Returns null when `from` is missing or isn't a page with a name. */
export function useWayBack(): string | null {
  const { screens } = useProduct()
  const from = useLocation({ select: ({ search }) => (search as { from?: unknown }).from })
  if (!isOwnPath(from)) return null
  return screens.some(({ path, called }) => called && matchPath(path, from)) ? from : null
}

export function WayBack({ to, className }: { to: string; className?: string | undefined }) {
  const { screens } = useProduct()
  const here = screens.find(({ path, called }) => called && matchPath(path, to))
  const Called = here?.called && lazyComponent(here.called, '…')
  return (
    <Link to={to} className={className}>
      <Icon name="arrow-left" stroke={1.75} />
      <span>Back to {Called && <Called {...matchPath(here.path, to)} />}</span>
    </Link>
  )
}
