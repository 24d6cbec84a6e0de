// The parts of Insights that work offline.
import type { Offline } from '#core/client/feature.ts'
import { cardActions } from '../cards/actions.ts'
import { insightEndpoints } from '../cards/contract.ts'
import { contentActions, favoriteContent } from '../library/actions.ts'
import { contentMarks } from '../library/contract.ts'

export const offline: Offline = {
  collections: [insightEndpoints, contentMarks],
  actions: [...cardActions, ...contentActions],
  words: async () => ({
    sentenceOf: ({ action, input }) =>
      action === favoriteContent.name
        ? (input as { favourite: boolean }).favourite
          ? 'Add an item to your favorites.'
          : 'Remove an item from your favorites.'
        : 'Save your feedback on an insight.',
    typedIn: () => null,
  }),
}
