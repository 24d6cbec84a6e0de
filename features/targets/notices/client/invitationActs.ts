import type { NoticeAct, NoticeLine } from '#core/client/notices.ts'
import { session } from '#core/client/session.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { targetActionsOn } from '../../client/useTargetActions.ts'
import { targetEndpoints } from '../../contract.ts'
import { sharingFlag } from '../../flagsContract.ts'

/** The actions of InvitationAnswer for use outside the page. */
export function invitationActs(
  engine: Engine,
  { subjectId, answered }: Pick<NoticeLine, 'subjectId' | 'answered'>,
): NoticeAct[] {
  const signedIn = session.get()
  const target = engine.of(targetEndpoints).get(subjectId ?? '')
  if (answered || target?.shared !== 'pending' || !signedIn) return []
  const { accept, decline } = targetActionsOn(engine, signedIn.Org.time_zone || DEFAULT_ZONE)
  const acts = [{ id: 'decline', label: 'Decline', act: () => void decline(target.id) }]
  if (isFeatureOn(signedIn.Subscriptions, sharingFlag))
    acts.unshift({ id: 'accept', label: 'Accept', act: () => void accept(target.id) })
  return acts
}
