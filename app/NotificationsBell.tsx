import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#core/client/session.ts'
import { Bell } from '#features/notifications/client/Bell.tsx'
import { keepPush } from '#features/notifications/client/push.ts'
import { noticeLooks } from '#features/targets/notices/client/noticeLooks.ts'
import { ReminderNotices } from '#features/targets/steps/client/ReminderNotices.tsx'

/** The bell, tied to how the lines of each feature look; and what comes from outside: pushes that were clicked, reminders whose minute has come. */
export function NotificationsBell() {
  const session = useSession()
  const navigate = useNavigate()
  const [userId, token] = session?.Switch ? [] : [session?.user.id, session?.token]
  useEffect(() => {
    if (userId && token) void keepPush(userId)
  }, [userId, token])
  useEffect(() => {
    const open = ({ data }: MessageEvent) => {
      if (typeof data?.open === 'string' && /^\/(?!\/)/.test(data.open)) void navigate({ href: data.open })
    }
    navigator.serviceWorker?.addEventListener('message', open)
    return () => navigator.serviceWorker?.removeEventListener('message', open)
  }, [navigate])
  return (
    <>
      <Bell looks={noticeLooks} />
      <ReminderNotices />
    </>
  )
}
