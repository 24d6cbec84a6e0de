// What of Insights works without a network.
import type { Offline } from '#core/client/feature.ts'
import { cardActions } from '../cards/actions.ts'
import { insights } from '../cards/contract.ts'

export const offline: Offline = {
  collections: [insights],
  actions: cardActions,
  words: async () => ({
    sentenceOf: () => 'Note what you think of an insight.',
    typedIn: () => null,
  }),
}
