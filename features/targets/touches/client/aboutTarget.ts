import type { TouchAbout } from '#core/client/feature.ts'
import { shortNameOf } from '../../client/labels.ts'
import { contactsOn } from '../../contacts/firstContact.ts'
import type { Target } from '../../contract.ts'

/** Describes a target for the touches on it. */
export const aboutTarget = (target: Target): TouchAbout => ({
  targetId: target.id,
  name: shortNameOf(target),
  contacts: contactsOn(target).map(({ id, name }) => ({ id, name })),
  isShared: target.collaborators.some(({ user_id, response }) => user_id !== target.user_id && response === 'accepted'),
})
