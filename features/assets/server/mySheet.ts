import type { PersonSheet } from '#core/server/personSheet.ts'
import { canReadAssets } from './policies.ts'
import { assetsWhere, isMine } from './rows.ts'

export const assetSheet: PersonSheet = {
  title: 'Assets',
  columns: [
    { head: 'Name', kind: 'text' },
    { head: 'Tags', kind: 'text' },
    { head: 'Pages', kind: 'count' },
    { head: 'Version', kind: 'count' },
    { head: 'Bytes', kind: 'count' },
    { head: 'Favorite', kind: 'text' },
    { head: 'Uploaded by', kind: 'text' },
    { head: 'Added', kind: 'instant' },
    { head: 'Changed', kind: 'instant' },
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
