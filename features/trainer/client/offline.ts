// What of the Trainer works without a network.
import type { Offline } from '#core/client/feature.ts'
import { lessonActions } from '../lessons/actions.ts'
import { firmLessons, lessonAssignments, lessonProgress, lessons, transcripts } from '../lessons/contract.ts'

export const offline: Offline = {
  collections: [lessons, transcripts, firmLessons, lessonProgress, lessonAssignments],
  actions: lessonActions,
  words: async () => ({ sentenceOf: () => 'Note what you watched of a lesson.', typedIn: () => null }),
}
