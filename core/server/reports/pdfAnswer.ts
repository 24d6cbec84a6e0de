// Returns a PDF named after the title, or a message why there is none.
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { PDF_FAILED } from '#core/contract/report.ts'
import type { Layout } from './layout.ts'
import { pdfOf } from './pdf.ts'

const SAFE = /[^\p{L}\p{N} .,()-]+/gu

/** Never rejects, but logs errors. Slow, so call it outside a transaction. */
export async function pdfAnswer(layout: Layout, log: { error: (problem: unknown) => void }): Promise<FileAnswer> {
  const name = `${layout.title.replaceAll(SAFE, ' ').trim().slice(0, 100) || 'Pursuit'}.pdf`
  try {
    return { error: '', type: 'pdf', file: (await pdfOf(layout)).toString('base64'), name }
  } catch (problem) {
    log.error(problem)
    return { error: PDF_FAILED, type: 'pdf', file: '', name: '' }
  }
}
