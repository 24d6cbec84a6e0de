import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

export const stageMedians = defineQuery({ name: 'stageMedians', route: routes.stageMedians, callOf: () => ({}) })
