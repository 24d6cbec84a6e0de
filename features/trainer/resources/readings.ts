import { defineQuery } from '#core/sync/reading.ts'
import { resourceRoutes as routes } from './contract.ts'

export const resourcesQuery = defineQuery({ name: 'resources', route: routes.list, callOf: () => ({}) })
