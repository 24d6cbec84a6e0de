import type { OutboxLabels } from '#core/client/feature.ts'
import type { FillInput, SayInput } from '../contract.ts'

export const sheetLabels: OutboxLabels = {
  sentenceOf({ action, input }) {
    if (action === 'commentSheet') return 'Send your comment on a worksheet.'
    const count = (input as FillInput).cells.length
    return count === 1 ? 'Save an answer on a worksheet.' : `Save ${count} answers on a worksheet.`
  },
  typedIn: ({ action, input }) =>
    action === 'commentSheet'
      ? (input as SayInput).text
      : (input as FillInput).cells.map(({ value }) => value).join('\n\n'),
  copyLabelOf: ({ action }) => (action === 'commentSheet' ? 'Copy your comment' : 'Copy your answer'),
}
