import { useEffect, useRef } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { useLocation } from '#core/client/router/useRouter.ts'
import s from './RailNav.module.css'

export type RailGroup = { title?: string | undefined; links: readonly { label: string; to: string }[] }

type Props = {
  groups: readonly RailGroup[]
  /** Makes it a landmark of this name. */
  label?: string
  search?: Readonly<Record<string, unknown>>
  /** Highlighted instead of the current path's link. */
  open?: string | undefined
}

/** An area's pages in groups, in the rail. */
export function RailNav({ groups, label, search, open }: Props) {
  const { pathname } = useLocation()
  const here = open ?? pathname
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is open
  useEffect(() => {
    // Scrolls only the list.
    const lit = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && lit)
      list.current.scrollTop = lit.offsetTop - list.current.offsetTop - list.current.clientHeight / 2
  }, [here])
  const Nav = label === undefined ? 'div' : 'nav'
  return (
    <Nav className={s.nav} aria-label={label} ref={list as never}>
      {groups.map(({ title, links }) => (
        <section key={title ?? ''} aria-label={label && title ? `${label}: ${title}` : title}>
          {title !== undefined && <h2 className={`cap medium ${s.title}`}>{title}</h2>}
          {links.map(({ label: name, to }) => (
            <Link
              key={to}
              to={to}
              search={search as never}
              className={`row inherit rounded hoverFill here ${s.link}`}
              aria-current={here === to || here.startsWith(`${to}/`) ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </section>
      ))}
    </Nav>
  )
}
