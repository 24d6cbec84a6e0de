// The process can read the program and nothing else, gets one file, and ends.
import { InvalidPdf, type PdfProblem } from './limits.ts'
import { type PdfSummary, seen } from './look.ts'
import { rewritePdf } from './rewrite.ts'
import { checkUnpacking } from './unpacking.ts'

/** `pdf` is stored instead of the uploaded file. */
export type SanitizedPdf = PdfSummary & { pdf: Uint8Array; pages: number }
export type PdfReaderResult = { harmless: SanitizedPdf } | { unfit: PdfProblem }

async function answer(bytes: Uint8Array): Promise<PdfReaderResult> {
  try {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (given.subarray(0, 5).toString('latin1') !== '%PDF-') throw new InvalidPdf('other')
    checkUnpacking(given)
    const { pdf, pages } = await rewritePdf(given)
    const { texts, thumbnail } = await seen(pdf)
    if (texts.length !== pages) throw new InvalidPdf('broken')
    return { harmless: { pdf, pages, texts, thumbnail } }
  } catch (error) {
    return { unfit: error instanceof InvalidPdf ? error.reason : 'broken' }
  }
}

process.once('message', async (bytes: Uint8Array) => {
  const answered = await answer(bytes)
  process.send?.(answered, () => process.disconnect?.())
})
