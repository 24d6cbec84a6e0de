// Creates a digest that is due now, while servers are running.

import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'

/** Addresses everyone in the author's firm. */
export async function aDueDigest(database: Database, author: string, title: string): Promise<void> {
  const id = newId()
  const link = JSON.stringify({ url: 'https://vimeo.com/1', title: 'Rates', description: '', duration: '' })
  await withoutRls(database, async (tx) => {
    await tx.sql`
      insert into digests (org_id, id, title, curated_by, description, start, status, next_at)
      select org_id, ${id}, ${title}, 'Dana Reyes', 'One of many.', '2026-01-01 09:00:00', 'scheduled', now() from users where id = ${author} returning 1`
    await tx.sql`
      insert into digest_items (org_id, digest_id, position, link) select org_id, id, 0, ${link}::jsonb from digests where id = ${id} returning 1`
    await tx.sql`
      insert into digest_people select d.org_id, d.id, u.id from digests d join users u on u.org_id = d.org_id where d.id = ${id} returning 1`
  })
}
