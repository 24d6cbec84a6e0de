import type { Offline } from '#core/client/feature.ts'
import { contactActions } from '../actions.ts'
import { contactCollection } from '../contract.ts'
import { referralActions } from '../referrals/actions.ts'

export const offline: Offline = {
  collections: [contactCollection],
  actions: [...contactActions, ...referralActions],
  words: () => import('./outboxLabels.ts').then((file) => file.contactOutboxLabels),
}
