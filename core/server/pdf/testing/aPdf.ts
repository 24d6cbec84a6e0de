// Harmless and malicious PDFs for tests.
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'

export async function aPdf(lines: readonly string[] = ['Engagement letter, annotated']): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (const line of lines) document.addPage([595, 842]).drawText(line, { x: 50, y: 700, size: 14 })
  return Buffer.from(await document.save())
}

/** Includes scripts, a program launch, a file, a self-submitting form, and a link that runs code. */
export async function anArmedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const page = document.addPage([595, 842])
  page.drawText('Looks harmless', { x: 50, y: 700 })
  document.addJavaScript('start', 'app.alert("SCRIPT-HERE")')
  await document.attach(Buffer.from('FILE-HERE'), 'evil.exe')
  const { context, catalog } = document
  const action = (words: Record<string, unknown>) => context.obj({ Type: 'Action', ...words } as never)
  catalog.set(PDFName.of('OpenAction'), action({ S: 'Launch', F: PDFString.of('LAUNCH-HERE') }))
  catalog.set(
    PDFName.of('AA'),
    context.obj({ WC: action({ S: 'JavaScript', JS: PDFString.of('CLOSE-HERE') }) } as never),
  )
  const link = (words: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    context.register(
      context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action(words), ...more } as never),
    )
  page.node.set(
    PDFName.of('Annots'),
    context.obj([
      link({ S: 'URI', URI: PDFString.of('https://kept.example/page') }),
      link({ S: 'URI', URI: PDFString.of('javascript:URI-HERE') }),
      link({ S: 'JavaScript', JS: PDFString.of('LINK-HERE') }),
      link({ S: 'GoTo', Next: action({ S: 'Launch', F: PDFString.of('NEXT-HERE') }) } as never),
      link({ S: 'SubmitForm', F: PDFString.of('https://SEND-HERE') }),
      context.register(context.obj({ Type: 'Annot', Subtype: 'RichMedia', T: PDFString.of('MEDIA-HERE') } as never)),
    ] as never),
  )
  catalog.set(
    PDFName.of('AcroForm'),
    context.obj({ Fields: [], XFA: context.register(context.flateStream('<XFA-HERE/>')) } as never),
  )
  return Buffer.from(await document.save())
}

/** The file is small but unpacks to `bytes` zeros. */
export function aBomb(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes))
  return aFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
  ])
}

export const manyObjects = (count: number): Buffer =>
  aFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    ...Array.from({ length: count }, (_, at) => String(at)),
  ])

function aFile(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]!.length
  for (const [number, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${number + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    places.push(at)
    at += part.length
    parts.push(part)
  }
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`
  return Buffer.concat([
    ...parts,
    Buffer.from(`${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF`),
  ])
}
