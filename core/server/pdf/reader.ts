// The process that a PDF is read in: it may read the program, and nothing else. It is given one file and ends.
import { InvalidPdf, type PdfProblem } from './limits.ts'
import { type PdfSummary, seen } from './look.ts'
import { rewritePdf } from './rewrite.ts'
import { checkUnpacking } from './unpacking.ts'

/** What a PDF became. `pdf` is what is kept in place of the file that came. */
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
