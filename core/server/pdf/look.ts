import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { InvalidPdf, PAGE_TEXT, THUMBNAIL_WIDTH } from './limits.ts'

const from = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
/** Taller pages get a thumbnail of their top. */
const MOST_TALL = 3

export type PdfSummary = {
  texts: string[] /** WebP. Null if the page can't be drawn. */
  thumbnail: Uint8Array | null
}

/** Throws `InvalidPdf` if no pages can be found. */
export async function seen(pdf: Uint8Array): Promise<PdfSummary> {
  const task = getDocument({
    data: new Uint8Array(pdf),
    cMapUrl: `${join(from, 'cmaps')}/`,
    standardFontDataUrl: `${join(from, 'standard_fonts')}/`,
    wasmUrl: `${join(from, 'wasm')}/`,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await task.promise
    const texts: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      texts.push(await textOf(page))
      page.cleanup()
    }
    return { texts, thumbnail: await drawn(await document.getPage(1)).catch(() => null) }
  } catch {
    throw new InvalidPdf('broken')
  } finally {
    await task.destroy()
  }
}

type Document = Awaited<ReturnType<typeof getDocument>['promise']>
type Page = Awaited<ReturnType<Document['getPage']>>

async function textOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent()
  const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
  return words
    .toWellFormed()
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, PAGE_TEXT)
}

async function drawn(page: Page): Promise<Uint8Array> {
  const { width } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: THUMBNAIL_WIDTH / width })
  const height = Math.max(1, Math.min(Math.round(viewport.height), THUMBNAIL_WIDTH * MOST_TALL))
  const canvas = createCanvas(THUMBNAIL_WIDTH, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, THUMBNAIL_WIDTH, height)
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  return new Uint8Array(await canvas.encode('webp', 80))
}
