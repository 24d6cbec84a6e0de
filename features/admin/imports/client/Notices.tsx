import { Icon } from '#core/ui/Icon.tsx'
import s from './Import.module.css'

export function Notices({ notices }: { notices: string[] }) {
  if (notices.length === 0) return null
  return (
    <ul className={`stack gap8 ${s.notices}`}>
      {notices.map((notice) => (
        <li key={notice} className="flex gap8 pretty dim">
          <Icon name="info-circle" size={16} stroke={1.75} />
          {notice}
        </li>
      ))}
    </ul>
  )
}
