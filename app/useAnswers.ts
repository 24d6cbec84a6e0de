import { useSession } from '#core/client/session.ts'
import type { Answers } from '#features/notifications/client/NotificationRow.tsx'
import { useTargetActions } from '#features/targets/client/useTargetActions.ts'

/** Invitations are answered by the Tracker's own actions, wherever that is. */
export function useAnswers(): Answers {
  const { accept, decline } = useTargetActions()
  const canAccept = useSession()?.Subscriptions.targets.features.sharing.on === 'yes'
  return { ...(canAccept && { accept }), decline }
}
