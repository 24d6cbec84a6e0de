import { Link } from '#core/client/router/Link.tsx'
import s from './Inbox.module.css'
import { InboxHead } from './InboxHead.tsx'
import { InboxList } from './InboxList.tsx'
import { useInbox } from './inbox.ts'
import { PushOffer } from './PushOffer.tsx'

/** The page shows more. */
const MOST = 20

/** Shows new notifications and links to all of them and to the settings. */
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
      <footer className={`flex between gap16 ruled ${s.foot}`}>
        <Link to="/notifications">All notifications</Link>
        <Link to="/account/$tab" params={{ tab: 'notifications' }}>
          Settings
        </Link>
      </footer>
    </>
  )
}
