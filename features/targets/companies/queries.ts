import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

/** Stored by the requested name. Each further page adds older events. */
export const companyAnswer = defineQuery({
  name: 'company',
  route: routes.company,
  callOf: (name: string, before) => ({ query: { name, before } }),
  keyOf: (name) => name,
  pages: {
    nextOf: ({ older }) => older,
    join: (known, more) => ({ ...known, events: [...known.events, ...more.events], older: more.older }),
  },
  isLive: true,
  noCacheReason: 'It shows pipelines of colleagues, which no device keeps. One’s own Targets are on the device anyway.',
})
