import type { Database } from '../database/open.ts'
import { filesOf } from '../files/store.ts'
import type { Layout } from './layout.ts'

/** Returns nothing if the firm has no logo or the file is missing. */
export async function logoOf(database: Database, orgId: string, logoId: string | null): Promise<Pick<Layout, 'logo'>> {
  const bytes = logoId === null ? null : await filesOf(database).read(orgId, logoId)
  if (!bytes) return {}
  const pieces: Buffer[] = []
  for await (const piece of bytes) pieces.push(Buffer.from(piece))
  return { logo: `data:image/png;base64,${Buffer.concat(pieces).toString('base64')}` }
}
