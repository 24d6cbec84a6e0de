import { defineReading } from '#core/sync/reading.ts'
import { resourceRoutes as routes } from './contract.ts'

export const resourcesReading = defineReading({ name: 'resources', route: routes.list, callOf: () => ({}) })
