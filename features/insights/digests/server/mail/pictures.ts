// Serves the images of a digest's items as emails need them: converted on request to JPEG of one size, for everyone
// with the URL. Email clients don't sign in, and the file's own policy would refuse them.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import type { StoredFileType } from '#core/server/files/types.ts'
import { uuidOf } from '#core/server/ids.ts'
import { reencodeImage } from '#core/server/pictures.ts'
import { anyone, defineHandler, type Handler, ResponseBytes } from '#core/server/routes.ts'
import { mailRoutes } from '../../mailContract.ts'
import type { MailPicture } from './mailInput.ts'

/** Pixels. Emails show them at half the size, so they are sharp on dense screens. */
const SIDES = { side: 800, height: 450 }

/** Returns the image of a Library item or a link. `orgId` owns the file and can be the vendor. */
export function mailPictureOf(tx: Tx, origin: string, file: { orgId: string; id: string }): MailPicture {
  const token = tokenOf(keyOf(tx, file.orgId), file)
  return { url: `${origin}/api/digestmail/picture/${token}`, width: SIDES.side / 2, height: SIDES.height / 2 }
}

const keyOf = (tx: Tx, orgId: string) => tx.services.box.keyFor(`pictures in mails of ${orgId}`)
const SIGNED = 14

function tokenOf(key: Buffer, { orgId, id }: { orgId: string; id: string }): string {
  const named = Buffer.from(`${orgId}${id}`.replaceAll('-', ''), 'hex')
  const signature = createHmac('sha256', key).update(named).digest().subarray(0, SIGNED)
  return Buffer.concat([named, signature]).toString('base64url')
}

const gone = () => notFound('This image no longer exists.')

/** The latest images requested, because many people open a digest within minutes. */
const drawn = new Map<string, Promise<Buffer>>()
const DRAWN = 60

export const pictureRoutes: Handler[] = [
  defineHandler(mailRoutes.picture, anyone, async ({ params, database, request }) => {
    const picture = await pictureAt(database, params.token)
    const headers = {
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
      'cache-control': 'public, max-age=2592000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    }
    return new ResponseBytes(Readable.from(request.method === 'HEAD' ? [] : [picture]), headers)
  }),
]

/** Throws 404 for a forged token and for a deleted image. */
async function pictureAt(database: Database, token: string): Promise<Buffer> {
  const bytes = Buffer.from(token, 'base64url')
  const [orgId, id] = [uuidOf(bytes.subarray(0, 16)), uuidOf(bytes.subarray(16, 32))]
  const row = await withOrg(
    database,
    orgId,
    async (tx) => {
      if (!timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(keyOf(tx, orgId), { orgId, id })))) throw gone()
      const { rows } = await tx.sql<{ stored_id: string; type: StoredFileType }>`
        select coalesce(f.stored_id, f.id) as stored_id, f.type from files f join orgs o on o.id = f.org_id
        where f.org_id = ${currentOrgId} and f.id = ${id} and not o.is_closed`
      return rows[0]
    },
    { isQuiet: true },
  )
  if (!row?.type.startsWith('image/')) throw gone()
  const known = drawn.get(row.stored_id)
  if (known) return known
  const made = drawAs(database, orgId, row)
  if (drawn.size >= DRAWN) drawn.delete(drawn.keys().next().value!)
  drawn.set(row.stored_id, made)
  made.catch(() => drawn.delete(row.stored_id))
  return made
}

async function drawAs(
  database: Database,
  orgId: string,
  { stored_id, type }: { stored_id: string; type: StoredFileType },
): Promise<Buffer> {
  const source = await filesOf(database).read(orgId, stored_id)
  if (!source) throw gone()
  const given = { orgId, content: await buffer(source), type, name: 'picture' }
  const wanted = { ...SIDES, as: 'jpeg', purpose: 'a mail', isFilled: true } as const
  const made = await reencodeImage(given, wanted).catch((error: unknown) => {
    throw error instanceof Refusal ? gone() : error
  })
  return made.content
}
