// Stores a sanitized PDF with its text and a thumbnail. Call it before any transaction.
import type { FileKind } from '../files/kinds.ts'
import type { Files, Placed } from '../files/store.ts'
import type { ReadPdf } from './sanitizePdf.ts'

export type PlacedPdf = { placed: Placed; thumbnail: Placed | null; texts: string[]; pages: number }
/** A PDF read from a file or derived from an earlier one. */
export type MadePdf = { pdf: Uint8Array; thumbnail: Uint8Array | null; texts: string[]; pages: number }
type Kinds = { pdf: FileKind; picture: FileKind }

type Sent = { kinds: Kinds; name: string; bytes: Buffer; readPdf: ReadPdf }

/** Throws any error of `readPdf`. */
export const storeSanitized = async (files: Files, orgId: string, { kinds, name, bytes, readPdf }: Sent) =>
  placePdf(files, orgId, kinds, name, await readPdf(bytes, { orgId }))

export async function placePdf(
  files: Files,
  orgId: string,
  { pdf: pdfKind, picture: pictureKind }: Kinds,
  name: string,
  { pdf, thumbnail, texts, pages }: MadePdf,
): Promise<PlacedPdf> {
  const placed = await files.place(orgId, pdfKind, { content: Buffer.from(pdf), name, type: 'application/pdf' })
  const picture = thumbnail && { content: Buffer.from(thumbnail), name: 'thumbnail.webp', type: 'image/webp' as const }
  return { placed, thumbnail: picture && (await files.place(orgId, pictureKind, picture)), texts, pages }
}
