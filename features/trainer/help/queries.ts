import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

/** What helps with steps, for the person. */
export const stepHelpQuery = defineQuery({ name: 'stepHelp', route: routes.help, callOf: () => ({}) })

/** What is linked, for whoever changes it. */
export const helpLinksQuery = defineQuery({
  name: 'helpLinks',
  route: routes.links,
  callOf: () => ({}),
  noCacheReason: 'What admins and operators link is changed with a connection alone.',
})
