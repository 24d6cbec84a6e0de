import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import s from './BackLink.module.css'

export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={`inline gap4 semi anchor hoverLine ${s.back}`}>
    <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    {children}
  </Link>
)
