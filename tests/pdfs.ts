// Replaces the PDF reader in tests that aren't about PDFs, because the real one starts a process per file.
import type { ReadPdf } from '#core/server/pdf/sanitizePdf.ts'

const thumbnail = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vv9UAA=', 'base64')

/** Returns the PDF unchanged, described as one page without text. */
export const readAsSent: ReadPdf = async (bytes) => ({ pdf: bytes, pages: 1, texts: [''], thumbnail })
