import { defineNotice } from '#core/contract/notice.ts'

export const assetAdded = defineNotice({
  kind: 'assets_added',
  label: 'New assets',
  why: 'Someone adds a file for you.',
  switches: { email: 'New assets by email', push: 'New assets by push' },
  leaves: 'bundled',
  level: 'daily',
  title: 'New asset',
  button: 'Open the asset',
  several: (count) => `${count} new assets`,
})

export const assetReplaced = defineNotice({
  kind: 'assets_replaced',
  label: 'New versions of assets',
  why: 'A file you’ve opened gets a new version.',
  switches: { email: 'New versions of assets by email', push: 'New versions of assets by push' },
  leaves: 'bundled',
  level: 'daily',
  title: 'New version',
  button: 'Open the asset',
  several: (count) => `${count} new versions`,
})

export const assetReview = defineNotice({
  kind: 'assets_review',
  label: 'Reviews of assets',
  why: 'One of your assets is due for review.',
  switches: { email: 'Asset reviews by email', push: 'Reviews of assets by push' },
  leaves: 'bundled',
  level: 'asks',
  title: 'Review',
  button: 'Open the asset',
  several: (count) => `${count} assets to review`,
})
