// A person's copy of a target, where the server knows it without asking the database: it is what was decided.

import type { Target } from '../contract.ts'
import { tileOf } from '../facts.ts'

/** Nobody but its owner has a part in it. */
export const isAlone = ({ owner_id, user_id, collaborators }: Target): boolean =>
  owner_id === user_id && collaborators.length === 0

/** The owner's row of target_people; its `doc` says what the database's `target_view` would say. */
export function copyOf(target: Target) {
  const { bucket: _, ...doc } = tileOf(target, target.due ?? '')
  return {
    user_id: target.user_id,
    target_id: target.id,
    status: target.status,
    due: target.due,
    doc: JSON.stringify(doc).slice(1),
  }
}

/** A stored copy has no opening brace: lists put the one field that depends on today in front of it. */
export const readCopy = (doc: string): Target => JSON.parse(`{${doc}`) as Target
