import { NotificationsPage } from '#features/notifications/client/NotificationsPage.tsx'
import { noticeLooks } from '#features/targets/notices/client/noticeLooks.ts'

/** The page of all notifications, tied to how the lines of each feature look. */
export const NotificationsScreen = () => <NotificationsPage looks={noticeLooks} />
