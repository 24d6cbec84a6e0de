// A PDF that somebody sent -> bytes in their place that can do no harm, with their text and a picture of page 1. Before any transaction.
import type { FileKind } from '../files/kinds.ts'
import type { Files, Placed } from '../files/store.ts'
import type { ReadPdf } from './makeHarmless.ts'

export type PlacedPdf = { placed: Placed; thumbnail: Placed | null; texts: string[]; pages: number }
/** What was read of one, or made of an earlier one. */
export type MadePdf = { pdf: Uint8Array; thumbnail: Uint8Array | null; texts: string[]; pages: number }
/** Under which kinds it and its picture are kept. */
type Kinds = { pdf: FileKind; picture: FileKind }

type Sent = { kinds: Kinds; name: string; bytes: Buffer; readPdf: ReadPdf }

/** Throws what `readPdf` throws. */
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
