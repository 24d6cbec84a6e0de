// A stand-in for the PDF reader, for tests that aren't about the contents of PDFs. The real one starts a process for each file.
import type { ReadPdf } from '#core/server/pdf/makeHarmless.ts'

/** One pixel, as WebP. */
const thumbnail = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vv9UAA=', 'base64')

/** Returns the PDF unchanged, described as one page without text. */
export const readAsSent: ReadPdf = async (bytes) => ({ pdf: bytes, pages: 1, texts: [''], thumbnail })
