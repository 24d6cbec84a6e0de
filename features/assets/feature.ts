import { offer } from '#core/contract/ports.ts'
import { defineFeature } from '#core/server/feature.ts'
import { demoAssets } from './demo/server/demo.ts'
import { assetsFlag } from './flagsContract.ts'
import { openableAssets } from './server/contract.ts'
import { assetSheet } from './server/mySheet.ts'
import { assetNotices } from './server/notices.ts'
import { openable } from './server/openable.ts'
import { assetKind, thumbnailKind } from './server/policies.ts'
import { assetsReported } from './server/report.ts'
import { assetRoutes } from './server/routes.ts'
import { assetJobs } from './server/upkeep.ts'

export const assets = defineFeature({
  name: 'assets',
  flags: [{ ...assetsFlag, label: 'Assets', tells: 'Files people use with their Targets.' }],
  routes: (_, house) => assetRoutes(house),
  files: [assetKind, thumbnailKind],
  jobs: assetJobs,
  viewerReports: [assetsReported],
  notices: assetNotices,
  sheets: [assetSheet],
  demo: [demoAssets],
  offers: [offer(openableAssets, openable)],
})
