import { Link } from '@tanstack/react-router'
import s from './Inbox.module.css'
import { InboxHead } from './InboxHead.tsx'
import { InboxList } from './InboxList.tsx'
import { useInbox } from './inbox.ts'
import { PushOffer } from './PushOffer.tsx'

/** There are more on the page. */
const MOST = 20

/** What is new, and the ways to all of it and to its settings. */
export function InboxPanel() {
  const { lines } = useInbox()
  return (
    <>
      <header className={s.head}>
        <InboxHead level={2} />
      </header>
      <div className={s.scroll}>
        <PushOffer lines={lines} />
        <InboxList lines={lines.slice(0, MOST)} />
      </div>
      <footer className={s.foot}>
        <Link to="/notifications">All notifications</Link>
        <Link to="/account/$tab" params={{ tab: 'notifications' }}>
          Settings
        </Link>
      </footer>
    </>
  )
}
