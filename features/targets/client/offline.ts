import type { Offline } from '#core/client/feature.ts'
import { targetActions } from '../actions.ts'
import { targetEndpoints } from '../contract.ts'
import { sharingActions } from '../sharing/actions.ts'

export const offline: Offline = {
  collections: [targetEndpoints],
  actions: [...targetActions, ...sharingActions],
  words: () => import('./outboxLabels.ts').then((file) => file.outboxLabels),
}
