import type { Offline } from '#core/client/feature.ts'
import { inboxActions } from '../actions.ts'
import { notifications } from '../contract.ts'

export const offline: Offline = {
  collections: [notifications],
  actions: inboxActions,
  words: async () => ({
    sentenceOf: ({ action }) =>
      action === 'readNotification' ? 'Mark a notification as read.' : 'Mark all notifications as read.',
    typedIn: () => null,
  }),
}
