import { useSession } from '#core/client/session.ts'
import { dataOf } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import { trainerFlag } from '../../flagsContract.ts'

/** Whether there are people whose progress and answers the person may read. */
export const readsPeople = ({ Subscriptions }: Session): boolean => dataOf(Subscriptions, trainerFlag)?.reads === 'yes'

/** Whether the person may ask others to learn something: managers of groups, and firm admins. */
export function useMayAssign(): boolean {
  const session = useSession()
  return session !== null && dataOf(session.Subscriptions, trainerFlag)?.assigns === 'yes'
}
