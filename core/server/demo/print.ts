// Prints text to PDF pages and returns the words on each.
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'

const SIZE = [612, 792] as const
const EDGE = 72
const WIDTH = SIZE[0] - 2 * EDGE
type Line = { text: string; font: PDFFont; size: number; indent: number; above: number }

/** `at`: ISO instant of creation. `by` is each page's footer. */
export async function print(
  name: string,
  text: string,
  at: string,
  by = 'Hartwell & Stone LLP',
): Promise<{ pdf: Uint8Array; texts: string[] }> {
  // Loads about 300 files that only the first start with demo firms needs.
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  document.setTitle(name)
  document.setCreationDate(new Date(at))
  document.setModificationDate(new Date(at))
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const texts: string[] = []
  for (const [place, part] of text.split('\n---\n').entries()) {
    const paragraphs = place === 0 ? [`= ${name}`, ...part.split('\n')] : part.split('\n')
    const lines = paragraphs.flatMap((paragraph) => linesOf(paragraph, plain, bold))
    texts.push(drawPage(document, lines, plain, by))
  }
  return { pdf: await document.save(), texts }
}

function linesOf(paragraph: string, plain: PDFFont, bold: PDFFont): Line[] {
  if (paragraph.startsWith('= ')) return wrapped(paragraph.slice(2), { font: bold, size: 20, indent: 0, above: 0 })
  if (paragraph.startsWith('# ')) return wrapped(paragraph.slice(2), { font: bold, size: 13, indent: 0, above: 14 })
  const isPoint = paragraph.startsWith('- ')
  const text = isPoint ? `• ${paragraph.slice(2)}` : paragraph
  return wrapped(text, { font: plain, size: 11, indent: isPoint ? 12 : 0, above: 6 })
}

function wrapped(text: string, { above, ...look }: Omit<Line, 'text'>): Line[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && look.font.widthOfTextAtSize(longer, look.size) <= WIDTH - look.indent)
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line, at) => ({ text: line, ...look, above: at === 0 ? above : 0 }))
}

function drawPage(document: PDFDocument, lines: Line[], plain: PDFFont, by: string): string {
  const page = document.addPage([...SIZE])
  let y = SIZE[1] - EDGE
  for (const { text, font, size, indent, above } of lines) {
    y -= size * 1.4 + above
    page.drawText(text, { x: EDGE + indent, y, size, font })
  }
  page.drawText(`${by} · ${document.getPageCount()}`, { x: EDGE, y: 40, size: 9, font: plain })
  return lines.map(({ text }) => text).join('\n')
}
