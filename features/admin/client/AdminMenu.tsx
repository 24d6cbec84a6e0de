import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Page } from '#core/ui/Page.tsx'
import s from './AdminMenu.module.css'
import { pageGroups } from './pageGroups.ts'

/** Lists all pages of Admin in groups, as its first page on phones. */
export function AdminMenu({ tabs }: { tabs: Parameters<typeof pageGroups>[0] }) {
  return (
    <Page title="Admin">
      <nav className={`stack ${s.menu}`} aria-label="Admin">
        {pageGroups(tabs).map(({ title, links }) => (
          <section key={title ?? ''} aria-label={title}>
            {title !== undefined && <h2 className="body mb4 medium dim">{title}</h2>}
            <ul className="card">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className="row between medium">
                    {label}
                    <IconChevronRight size={18} stroke={1.6} className="dim" aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Page>
  )
}
