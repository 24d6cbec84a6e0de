import { NotificationsPage } from '#features/notifications/client/NotificationsPage.tsx'
import { useAnswers } from './useAnswers.ts'

/** The page of all notifications, tied to how invitations are answered. */
export const NotificationsScreen = () => <NotificationsPage answers={useAnswers()} />
