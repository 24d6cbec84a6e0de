// Builds a person's view of a target from the decision, without asking the database.

import type { Target } from '../contract.ts'
import { tileOf } from '../facts.ts'

/** True if no one but its owner has a part in it. */
export const isAlone = ({ owner_id, user_id, collaborators }: Target): boolean =>
  owner_id === user_id && collaborators.length === 0

/** Returns the owner's row of target_people. Its `doc` must equal the result of the database's `target_view`. */
export function targetViewOf(target: Target) {
  const { bucket: _, ...doc } = tileOf(target, target.due ?? '')
  return {
    user_id: target.user_id,
    target_id: target.id,
    status: target.status,
    due: target.due,
    doc: JSON.stringify(doc).slice(1),
  }
}

/** A stored view lacks its opening brace, because lists prepend the one field that depends on today. */
export const readCopy = (doc: string): Target => JSON.parse(`{${doc}`) as Target
