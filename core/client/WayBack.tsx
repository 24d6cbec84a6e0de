// The way back to where somebody was led from: an address of the app behind `from`.
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { isAt, isOwnPath } from './areas.ts'
import { lazyComponent } from './later.tsx'
import { useProduct } from './product.ts'

/** Where this address says that the person came from; null where it says nothing, or no place of ours that has a name. */
export function useWayBack(): string | null {
  const { screens } = useProduct()
  const from = useLocation({ select: ({ search }) => (search as { from?: unknown }).from })
  if (!isOwnPath(from)) return null
  return screens.some(({ path, called }) => called && isAt(path, from)) ? from : null
}

/** Leads back to an address that `useWayBack` has answered, by its name. */
export function WayBack({ to, className }: { to: string; className?: string | undefined }) {
  const { screens } = useProduct()
  const here = screens.find(({ path, called }) => called && isAt(path, to))
  const Called = here?.called && lazyComponent(here.called, '…')
  return (
    <Link to={to} className={className}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
      <span>Back to {Called && <Called {...paramsOf(here.path, to)} />}</span>
    </Link>
  )
}

/** What an address says in the places that a screen's path has for it. */
function paramsOf(pattern: string, path: string): Record<string, string> {
  const given = path.split('/')
  return Object.fromEntries(
    pattern.split('/').flatMap((part, at) => (part.startsWith('$') ? [[part.slice(1), given[at] ?? '']] : [])),
  )
}
