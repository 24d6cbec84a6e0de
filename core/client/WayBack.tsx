// A link back to the page in the `from` query parameter.
import { Link } from '#core/client/router/Link.tsx'
import { useLocation } from '#core/client/router/useRouter.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { isAt, isOwnPath } from './areas.ts'
import { lazyComponent } from './lazyComponent.tsx'
import { useProduct } from './product.ts'

/** Returns null when `from` is missing or isn't a page with a name. */
export function useWayBack(): string | null {
  const { screens } = useProduct()
  const from = useLocation({ select: ({ search }) => (search as { from?: unknown }).from })
  if (!isOwnPath(from)) return null
  return screens.some(({ path, called }) => called && isAt(path, from)) ? from : null
}

export function WayBack({ to, className }: { to: string; className?: string | undefined }) {
  const { screens } = useProduct()
  const here = screens.find(({ path, called }) => called && isAt(path, to))
  const Called = here?.called && lazyComponent(here.called, '…')
  return (
    <Link to={to} className={className}>
      <Icon name="arrow-left" stroke={1.75} />
      <span>Back to {Called && <Called {...paramsOf(here.path, to)} />}</span>
    </Link>
  )
}

function paramsOf(pattern: string, path: string): Record<string, string> {
  const given = path.split('/')
  return Object.fromEntries(
    pattern.split('/').flatMap((part, at) => (part.startsWith('$') ? [[part.slice(1), given[at] ?? '']] : [])),
  )
}
