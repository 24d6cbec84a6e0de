import { defineReading } from '#core/sync/reading.ts'
import { routes } from './contract.ts'

/** What helps with steps, for the person. */
export const stepHelpReading = defineReading({ name: 'stepHelp', route: routes.help, callOf: () => ({}) })

/** What is linked, for whoever changes it. */
export const helpLinksReading = defineReading({
  name: 'helpLinks',
  route: routes.links,
  callOf: () => ({}),
  neverKept: 'What admins and operators link is changed with a connection alone.',
})
