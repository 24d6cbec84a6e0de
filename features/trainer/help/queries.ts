import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

export const stepHelpQuery = defineQuery({ name: 'stepHelp', route: routes.help, callOf: () => ({}) })

/** Loads the links for editors. */
export const helpLinksQuery = defineQuery({
  name: 'helpLinks',
  route: routes.links,
  callOf: () => ({}),
  noCacheReason: 'Links of admins and operators can only be changed online.',
})
