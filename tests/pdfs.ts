// PDFs in tests that are not about what is in them: reading one takes a process of its own, and most of a test's time.
import type { ReadPdf } from '#core/server/pdf/makeHarmless.ts'

/** One pixel, as WebP. */
const thumbnail = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vv9UAA=', 'base64')

/** Takes each PDF as it is, and says what is said of a sound one of one page without words. Tests of what is in a PDF, or may not be, use `makeHarmless`. */
export const readAsSent: ReadPdf = async (bytes) => ({ pdf: bytes, pages: 1, texts: [''], thumbnail })
