// Sanitizes the PDF of a call and extracts its text and thumbnail, before any transaction.
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Route } from '#core/contract/route.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { type Files, filesOf } from '#core/server/files/store.ts'
import { findUpload } from '#core/server/files/uploads.ts'
import { type MadePdf, type PlacedPdf, placePdf, storeSanitized } from '#core/server/pdf/sanitizedFile.ts'
import type { ReadPdf } from '#core/server/pdf/sanitizePdf.ts'
import type { Call } from '#core/server/routes.ts'
import type { Asset, AssetInput } from '../contract.ts'
import { assetKind, thumbnailKind } from './policies.ts'

export type AssetContent = PlacedPdf
export type Ready<I extends AssetInput = AssetInput> = {
  fields: I
  fileName: string | null
  content: AssetContent | null
  /** The request's fingerprint for idempotency. */
  sent: unknown
}

/**
 * Throws a message for a rejected file. A missing upload is no error here, because the change reports it unless it was
 * already made.
 */
export async function receivedFile<P, Q, I extends AssetInput>(
  { request, database, session, now }: Call<P, Q, I>,
  route: Route<P, Q, I, Asset>,
  readPdf: ReadPdf,
): Promise<Ready<I>> {
  const files = filesOf(database)
  const harmless = (name: string, bytes: Buffer): Promise<AssetContent> =>
    storeSanitized(files, session.org.id, { kinds, name, bytes, readPdf })
  const { fields, files: given } = await files.receive(request, route, { file: assetKind })
  const file = given.file?.[0]
  if (file) {
    try {
      const content = await harmless(file.name, await readFile(file.path))
      return { fields, fileName: file.name, content, sent: [fields, file.sha256.toString('hex')] }
    } finally {
      await file.discard()
    }
  }
  const uploadId = fields.upload_id
  if (uploadId === undefined) return { fields, fileName: null, content: null, sent: [fields] }
  const whose = { orgId: session.org.id, userId: session.actor.id }
  const upload = await withOrg(database, session.org.id, (tx) => findUpload(tx, whose, uploadId, now), {
    isQuiet: true,
  })
  const bytes = upload?.sha256 && upload.kind === assetKind.name ? await files.read(session.org.id, uploadId) : null
  const content = upload && bytes ? await harmless(upload.name, await buffer(bytes)) : null
  return { fields, fileName: upload?.name ?? null, content, sent: [fields] }
}

const kinds = { pdf: assetKind, picture: thumbnailKind }

export const placedIn = (files: Files, orgId: string, name: string, made: MadePdf): Promise<AssetContent> =>
  placePdf(files, orgId, kinds, name, made)
