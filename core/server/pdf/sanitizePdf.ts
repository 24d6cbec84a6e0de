// Sanitizes a PDF in a separate process.
import { join } from 'node:path'
import { limitConcurrency, runInSubprocess, unfitFile } from '../subprocess.ts'
import { PDF_MEMORY_BYTES, PDF_SECONDS, pdfMessages } from './limits.ts'
import type { PdfReaderResult, SanitizedPdf } from './reader.ts'

const program = join(import.meta.dirname, 'reader.ts')
const inTurn = limitConcurrency()

/** Throws a `Refusal` with a message. */
export type ReadPdf = (bytes: Uint8Array, firm: { orgId: string }) => Promise<SanitizedPdf>

/** Tests set smaller limits. */
export type PdfLimits = { seconds?: number; memoryBytes?: number }

/** Throws 400 for a PDF that is locked, damaged, too long, or too large, and 415 for any other file. */
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
