import { defineReading } from '#core/sync/reading.ts'
import { routes } from './contract.ts'

/** What is written for everybody, for whoever writes it. */
export const writtenInsights = defineReading({
  name: 'writtenInsights',
  route: routes.written,
  callOf: (_: object) => ({}),
  neverKept: 'Insights written for everyone can only be changed online.',
})
