export const MOST_PAGES = 1000
export const MOST_OBJECTS = 50_000
/** Uncompressed bytes of one stream. */
export const STREAM_BYTES = 128 * 1024 * 1024
/** Uncompressed bytes of all streams. */
export const ALL_BYTES = 512 * 1024 * 1024
/** Uncompressed bytes of all streams compressed more tightly than text and images. */
export const TIGHT_BYTES = 160 * 1024 * 1024
export const TIGHT = 200
/** Memory of the reading process in bytes. */
export const PDF_MEMORY_BYTES = 900 * 1024 * 1024
export const PDF_SECONDS = 60
/** Characters per page that are stored for search. */
export const PAGE_TEXT = 20_000
/** Thumbnail of page 1, in pixels. */
export const THUMBNAIL_WIDTH = 320

export const pdfMessages = {
  other: 'Only PDF files are allowed.',
  locked: 'This PDF is password-protected. Remove the password and upload it again.',
  broken: 'This PDF is damaged. Save it again and upload the new file.',
  pages: `This PDF has more than ${MOST_PAGES.toLocaleString('en-US')} pages. Split it and upload the parts.`,
  objects: 'This PDF is too complex. Print it to a new PDF and upload that one.',
  unpacked: 'This PDF is too large when unpacked. Save it with smaller images and upload it again.',
  time: 'This PDF takes too long to read. Print it to a new PDF and upload that one.',
  memory: 'This PDF takes too much memory to read. Print it to a new PDF and upload that one.',
} as const
export type PdfProblem = keyof typeof pdfMessages

/** The PDF itself is at fault. */
export class InvalidPdf extends Error {
  readonly reason: PdfProblem
  constructor(reason: PdfProblem) {
    super(pdfMessages[reason])
    this.reason = reason
  }
}
