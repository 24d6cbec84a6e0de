import type { Offline } from '#core/client/feature.ts'
import { touchActions } from '../actions.ts'
import { touchCollection } from '../contract.ts'

export const offline: Offline = {
  collections: [touchCollection],
  actions: touchActions,
  words: () => import('./outboxLabels.ts').then((file) => file.touchOutboxLabels),
}
