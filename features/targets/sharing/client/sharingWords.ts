import type { Collaborator, Target } from '../../contract.ts'

/** What ending a share is called, by whose it is and how far it got. Source: the specification, section 4, 'Sharing'. */
export const revokeWord = (
  target: Pick<Target, 'user_id'>,
  person: Pick<Collaborator, 'user_id' | 'response'>,
): 'Withdraw' | 'Remove' | 'Cancel Invitation' =>
  person.user_id === target.user_id ? 'Withdraw' : person.response === 'accepted' ? 'Remove' : 'Cancel Invitation'
