import { defineFeature } from '#core/server/feature.ts'
import { dashboardsFlag, viewerFlag } from './flagsContract.ts'

export const viewer = defineFeature({ name: 'viewer', flags: [viewerFlag, dashboardsFlag] })
