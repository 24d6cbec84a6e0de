import { IconInfoCircle } from '@tabler/icons-react'
import s from './Import.module.css'

export function Notices({ notices }: { notices: string[] }) {
  if (notices.length === 0) return null
  return (
    <ul className={`stack gap8 ${s.notices}`}>
      {notices.map((notice) => (
        <li key={notice} className="flex gap8 pretty dim">
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          {notice}
        </li>
      ))}
    </ul>
  )
}
