import type { DownloadType } from '#core/contract/fileAnswer.ts'
import { csvOf } from './csv.ts'
import type { Layout } from './layout.ts'
import { pdfOf } from './pdf.ts'
import { workbookOf } from './sheet.ts'

/** Each rejects if the file can't be created. */
export const makers: Record<DownloadType, (layout: Layout) => Promise<Buffer> | Buffer> = {
  pdf: pdfOf,
  xlsx: workbookOf,
  csv: csvOf,
}
