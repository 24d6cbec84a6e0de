import { type PersonSheet, sheet } from '#core/server/personSheet.ts'
import { canReadAssets } from './policies.ts'
import { assetsWhere, isMine } from './rows.ts'

export const assetSheet: PersonSheet = {
  title: 'Assets',
  columns: [
    ...sheet.text('Name', 'Tags'),
    ...sheet.count('Pages', 'Version', 'Bytes'),
    ...sheet.text('Favorite', 'Uploaded by'),
    ...sheet.instant('Added', 'Changed'),
  ],
  policy: canReadAssets,
  async page(tx, session) {
    const assets = await assetsWhere(tx, session, isMine(session.actor.id), new Date().toISOString())
    return {
      rows: assets.map((asset) => [
        ...[asset.name, asset.tags.join(', '), asset.pages, asset.versions, asset.bytes],
        ...[asset.favourite ? 'Yes' : '', asset.uploaded_by, asset.created_at, asset.updated_at],
      ]),
      after: null,
    }
  },
}
