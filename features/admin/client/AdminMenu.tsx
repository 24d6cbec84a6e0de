import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
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
                    <Icon name="chevron-right" className="dim" />
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
