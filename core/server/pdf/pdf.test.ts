import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { MOST_PAGES, pdfMessages } from './limits.ts'
import { sanitizePdf } from './sanitizePdf.ts'
import { aBomb, anArmedPdf, aPdf, manyObjects } from './testing/aPdf.ts'

/** Decodes hex-encoded texts as well. */
const readable = (text: string) =>
  text.replaceAll(/<([\dA-F]{6,})>/gi, (_, digits: string) =>
    Buffer.from(digits, 'hex').toString('latin1').replaceAll('\0', ''),
  )

async function contentOf(pdf: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false })
  const objects = context.enumerateIndirectObjects().map(([, object]) => {
    const text = readable(object.toString())
    if (!(object instanceof PDFRawStream)) return text
    try {
      return `${text}\n${readable(Buffer.from(decodePDFRawStream(object).decode()).toString('latin1'))}`
    } catch {
      return text
    }
  })
  return objects.join('\n')
}

describe('an uploaded PDF', () => {
  test('is stored with its pages, their text, and a thumbnail of the first one', async () => {
    const { pages, texts, thumbnail, pdf } = await sanitizePdf(await aPdf(['Fee table', 'Conflict check']))
    expect(pages).toBe(2)
    expect(texts).toEqual(['Fee table', 'Conflict check'])
    expect(Buffer.from(thumbnail!).subarray(8, 12).toString()).toBe('WEBP')
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('loses scripts, actions, and embedded files but keeps its text and web links', async () => {
    const armed = await anArmedPdf()
    const before = await contentOf(armed)
    const words = ['SCRIPT', 'LAUNCH', 'CLOSE', 'URI', 'LINK', 'NEXT', 'SEND', 'MEDIA', 'XFA', 'FILE']
    for (const word of words) expect(before).toContain(`${word}-HERE`)
    const { pdf, texts } = await sanitizePdf(armed)
    const after = await contentOf(pdf)
    expect(words.filter((word) => after.includes(`${word}-HERE`))).toEqual([])
    expect(after).not.toMatch(/\/(JavaScript|Launch|EmbeddedFile|OpenAction|AA|XFA)\b/)
    expect(after).toContain('https://kept.example/page')
    expect(texts).toEqual(['Looks harmless'])
  })

  test("loses data appended after its end, so that it can't double as an archive", async () => {
    const archive = Buffer.concat([await aPdf(), Buffer.from('PK\x03\x04ARCHIVE-HERE')])
    const { pdf } = await sanitizePdf(archive)
    expect(Buffer.from(pdf).includes('ARCHIVE-HERE')).toBe(false)
  })

  const encrypted = async (of: Buffer, passwords: { userPassword?: string; ownerPassword: string }) => {
    const document = await PDFDocument.load(of)
    document.encrypt(passwords)
    return Buffer.from(await document.save())
  }
  test('is stored without its password if only changes require one', async () => {
    const { pdf, texts } = await sanitizePdf(await encrypted(await aPdf(['Fee table']), { ownerPassword: 'owner' }))
    expect(texts).toEqual(['Fee table'])
    expect(Buffer.from(pdf).includes('/Encrypt')).toBe(false)
    const bomb = await encrypted(aBomb(300 * 1024 * 1024), { ownerPassword: 'owner' })
    await expect(sanitizePdf(bomb)).rejects.toThrow(pdfMessages.unpacked)
  })

  const locked = async () => encrypted(await aPdf(), { userPassword: 'secret', ownerPassword: 'owner' })
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an archive', () => Buffer.from('PK\x03\x04 and more of it'), pdfMessages.other],
    ['a page of the web', () => Buffer.from('<html>%PDF-1.7</html>'), pdfMessages.other],
    ['locked', locked, pdfMessages.locked],
    ['cut in half', async () => (await aPdf()).subarray(0, 300), pdfMessages.broken],
    ['only a head', () => Buffer.from('%PDF-1.7\n'), pdfMessages.broken],
    ['of more pages than are taken', () => aPdf(Array(MOST_PAGES + 1).fill('page')), pdfMessages.pages],
    ['of 100,000 objects', () => manyObjects(100_000), pdfMessages.objects],
    ['one that unpacks to 300 MB', () => aBomb(300 * 1024 * 1024), pdfMessages.unpacked],
  ])('is rejected with a message when it is %s', async (_, make, sentence) => {
    await expect(sanitizePdf(await make())).rejects.toThrow(sentence)
  })

  test('is abandoned when it takes too much time or memory, and the next one is read', async () => {
    await expect(sanitizePdf(await aPdf(), { seconds: 0.05 })).rejects.toThrow(pdfMessages.time)
    const long = await aPdf(Array(500).fill('page'))
    await expect(sanitizePdf(long, { memoryBytes: 80 * 1024 * 1024 })).rejects.toThrow(pdfMessages.memory)
    expect((await sanitizePdf(await aPdf())).pages).toBe(1)
  })
})
