import type { Offline } from '#core/client/feature.ts'
import { contactActions } from '../actions.ts'
import { contactCollection } from '../contract.ts'

export const offline: Offline = {
  collections: [contactCollection],
  actions: contactActions,
  words: () => import('./outboxLabels.ts').then((file) => file.contactOutboxLabels),
}
