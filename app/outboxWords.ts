// How the outbox speaks of each feature's actions.
import type { OutboxWords } from '#core/client/shell/OutboxPanel.tsx'
import { dayIn, sayClock } from '#core/contract/dates.ts'
import { sentenceOf, typedIn } from '#features/targets/client/words.ts'

/** `zone`: the firm's, for dates as people say them. */
export const outboxWordsIn = (zone: string): OutboxWords => ({
  sentenceOf: (outgoing) => sentenceOf(outgoing, dayIn(zone, new Date())),
  typedIn,
  clock: (instant) => sayClock(zone, instant, new Date()),
  copyLabelOf: ({ action }) => (action === 'writeNote' ? 'Copy your note' : 'Copy what you typed'),
})
