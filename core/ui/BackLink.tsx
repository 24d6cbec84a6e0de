import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import s from './BackLink.module.css'

export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={`inline gap4 semi anchor hoverLine ${s.back}`}>
    <Icon name="arrow-left" stroke={1.75} />
    {children}
  </Link>
)
