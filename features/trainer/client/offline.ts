// Collections and actions of the Trainer that work offline.
import type { Offline } from '#core/client/feature.ts'
import { lessonActions } from '../lessons/actions.ts'
import {
  firmLessons,
  lessonAssignments,
  lessonCaptions,
  lessonProgress,
  lessons,
  transcripts,
} from '../lessons/contract.ts'
import { worksheetActions } from '../worksheets/actions.ts'
import { sheetLabels } from '../worksheets/client/sheetLabels.ts'
import { worksheetAnswers, worksheets } from '../worksheets/contract.ts'

const isOfSheets = ({ collection }: { collection: string }) => collection === worksheetAnswers.name

export const offline: Offline = {
  collections: [
    lessons,
    transcripts,
    lessonCaptions,
    firmLessons,
    lessonProgress,
    lessonAssignments,
    worksheets,
    worksheetAnswers,
  ],
  actions: [...lessonActions, ...worksheetActions],
  follow: (engine) =>
    void import('../lessons/client/keptLessons.ts').then((file) => file.followRights(engine)).catch(() => undefined),
  words: async () => ({
    sentenceOf: (outgoing, today) =>
      isOfSheets(outgoing) ? sheetLabels.sentenceOf(outgoing, today) : 'Save your lesson progress.',
    typedIn: (outgoing) => (isOfSheets(outgoing) ? sheetLabels.typedIn(outgoing) : null),
    copyLabelOf: (outgoing) => (isOfSheets(outgoing) ? sheetLabels.copyLabelOf?.(outgoing) : undefined),
  }),
}
