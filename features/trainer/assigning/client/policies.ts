import { useSession } from '#core/client/session.ts'
import { dataOf } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import { trainerFlag } from '../../flagsContract.ts'

/** Returns whether there are people whose progress and answers this person can read. */
export const readsPeople = ({ Subscriptions }: Session): boolean => dataOf(Subscriptions, trainerFlag)?.reads === 'yes'

/** Returns whether this person can assign lessons. Managers of groups and firm admins can. */
export function useMayAssign(): boolean {
  const session = useSession()
  return session !== null && dataOf(session.Subscriptions, trainerFlag)?.assigns === 'yes'
}
