import { Link } from '@tanstack/react-router'
import s from './Inbox.module.css'
import { InboxHead } from './InboxHead.tsx'
import { InboxList } from './InboxList.tsx'

export type PanelProps = { onClose: () => void }

/** What is new, and the ways to all of it and to its settings. */
export function InboxPanel({ onClose }: PanelProps) {
  return (
    <>
      <header className={s.head}>
        <InboxHead level={2} />
      </header>
      <div className={s.scroll}>
        <InboxList most={20} onOpen={onClose} />
      </div>
      <footer className={s.foot}>
        <Link to="/notifications" onClick={onClose}>
          All notifications
        </Link>
        <Link to="/account/$tab" params={{ tab: 'notifications' }} onClick={onClose}>
          Settings
        </Link>
      </footer>
    </>
  )
}
