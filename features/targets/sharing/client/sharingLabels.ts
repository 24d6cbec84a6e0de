import type { Collaborator, Target } from '../../contract.ts'

/** Returns the label for ending a share. Source: the specification, section 4, 'Sharing'. */
export const revokeWord = (
  target: Pick<Target, 'user_id'>,
  person: Pick<Collaborator, 'user_id' | 'response'>,
): 'Withdraw' | 'Remove' | 'Cancel Invitation' =>
  person.user_id === target.user_id ? 'Withdraw' : person.response === 'accepted' ? 'Remove' : 'Cancel Invitation'
