// A PDF that somebody sent -> one that can do nothing, its text, and a picture of its first page. Read in a process of its own.
import { join } from 'node:path'
import { limitConcurrency, runInSubprocess, unfitFile } from '../apart.ts'
import { PDF_MEMORY_BYTES, PDF_SECONDS, pdfMessages } from './limits.ts'
import type { PdfReaderResult, SanitizedPdf } from './reader.ts'

const program = join(import.meta.dirname, 'reader.ts')
const inTurn = limitConcurrency()

/** Reads an uploaded PDF, and throws a Refusal with a sentence if it can't be accepted. */
export type ReadPdf = (bytes: Uint8Array, firm: { orgId: string }) => Promise<SanitizedPdf>

/** Limits for one reading; tests make them small. */
export type PdfLimits = { seconds?: number; memoryBytes?: number }

/** Throws 400 with a sentence for one that is locked, damaged, too long or too large to read, and 415 for what is no PDF. */
export async function sanitizePdf(
  bytes: Uint8Array,
  { orgId = '', seconds = PDF_SECONDS, memoryBytes = PDF_MEMORY_BYTES }: PdfLimits & { orgId?: string } = {},
): Promise<SanitizedPdf> {
  const answered = await inTurn(orgId, () =>
    runInSubprocess({
      ...{ program, usesAddons: true, seconds, memoryBytes, first: bytes },
      hear: (answered: PdfReaderResult) => answered,
    }),
  )
  if ('unfit' in answered) throw unfitFile(answered.unfit, pdfMessages)
  return answered.harmless
}
