// Lists offered in target forms: the firm's own or the defaults. Available offline with the session.
import { session, useSession } from '#core/client/session.ts'
import { offeredSources } from '#core/contract/referrals.ts'
import type { Lists, Session } from '#core/contract/session.ts'
import { contactRoles } from '#features/contacts/contract.ts'
import type { Type } from '../../contract.ts'
import { objectiveExamples, stepStarters } from '../../forms/contract.ts'
import { lostReasons } from '../../outcome/contract.ts'

type Offered = { readonly [name in keyof Lists]: readonly string[] }
const ours: Offered = {
  lost_reasons: lostReasons,
  objectives: objectiveExamples,
  step_starters: stepStarters,
  contact_roles: contactRoles,
  referral_sources: offeredSources,
}

/** A session from an older version lacks newer lists. */
const offeredIn = (signedIn: Session | null): Offered => ({ ...ours, ...signedIn?.Org.lists })

export const useOffered = (): Offered => offeredIn(useSession())

/** Returns the default objective, because a target needs one. */
export function usualGoalOf(
  type: Type,
  { objectives }: Pick<Offered, 'objectives'> = offeredIn(session.get()),
): string {
  const usual = objectiveExamples[{ prospect: 0, client: 2, refsource: 3 }[type]]!
  return objectives.includes(usual) ? usual : (objectives[0] ?? usual)
}
