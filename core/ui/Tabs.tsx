import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import s from './Tabs.module.css'

export type TabLink = {
  name: string
  label: string
  to: string
  /** Query parameters, when they select the tab. */
  search?: Readonly<Record<string, string>>
  count?: ReactNode
}

type Props = {
  label: string
  tabs: readonly TabLink[]
  here: string | undefined
  /** A tab list inside another tab. */
  isInner?: boolean
}

/** On a phone the list may be wider than the screen. It then scrolls, starting at the open tab. */
export function Tabs({ label, tabs, here, isInner }: Props) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open, or there are others
  useEffect(() => {
    // Counts that load later move the open tab.
    const sizes = new ResizeObserver(() => {
      // Scrolls the list, never the page.
      const open = row.current?.querySelector<HTMLElement>('[aria-current]')
      if (row.current && open)
        row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.clientWidth) / 2
    })
    for (const tab of row.current?.children ?? []) sizes.observe(tab)
    return () => sizes.disconnect()
  }, [here, tabs.length])
  return (
    <nav
      className={`flex gap24 shrink relative ${s.tabs}`}
      aria-label={label}
      ref={row}
      data-inner={isInner || undefined}
    >
      {tabs.map(({ name, label, to, search, count }) => (
        <Link
          key={name}
          to={to}
          search={search}
          className={`row nowrap medium dim ${s.tab}`}
          aria-current={name === here ? 'page' : undefined}
        >
          {label} {count !== undefined && <small className={`num medium dim size12 orNone ${s.count}`}>{count}</small>}
        </Link>
      ))}
    </nav>
  )
}
