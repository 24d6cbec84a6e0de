import { defineQuery } from '#core/sync/query.ts'
import { resourceRoutes as routes } from './contract.ts'

export const resourcesQuery = defineQuery({ name: 'resources', route: routes.list, callOf: () => ({}) })
