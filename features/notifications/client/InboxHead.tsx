import { Button } from '@mantine/core'
import s from './Inbox.module.css'
import { useInbox, useInboxActions } from './inbox.ts'

export function InboxHead({ level }: { level: 1 | 2 }) {
  const { unread } = useInbox()
  const { readAll } = useInboxActions()
  const Title = `h${level}` as const
  return (
    <div className={`row between gap16 ${s.title}`}>
      <Title>Notifications</Title>
      {unread > 0 && (
        <Button variant="subtle" size="compact-sm" className={s.all} onClick={readAll}>
          Mark all as read
        </Button>
      )}
    </div>
  )
}
