// Keeps only objects reachable from the pages, without anything that runs, opens, or embeds something else.
import {
  EncryptedPDFError,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { InvalidPdf, MOST_OBJECTS, MOST_PAGES } from './limits.ts'
import { checkUnpacking } from './unpacking.ts'

/** Catalog entries to keep, such as pages, bookmarks, and accessibility tags. */
const ofCatalog = [
  'Type',
  'Version',
  'Pages',
  'Outlines',
  'Dests',
  'Names',
  'PageLabels',
  'PageMode',
  'PageLayout',
  'Lang',
  'MarkInfo',
  'StructTreeRoot',
  'OCProperties',
  'AcroForm',
]
/** Keys that lead to code or another file, wherever they appear. */
const dangerous = [
  'AA',
  'JS',
  'JavaScript',
  'OpenAction',
  'EF',
  'EmbeddedFiles',
  'AF',
  'XFA',
  'RichMediaContent',
  'RichMediaSettings',
  '3DD',
  'Rendition',
  'PieceInfo',
  'Next',
  'Metadata',
]
const annotationsGone = new Set(['FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D', 'TrapNet'])
const actionsKept = new Set(['GoTo', 'URI', 'Named'])
const namedKept = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])

/** Throws `InvalidPdf` for a PDF that is locked, damaged, or too long. */
export async function rewritePdf(bytes: Uint8Array): Promise<{ pdf: Uint8Array; pages: number }> {
  const { document, wasEncrypted } = await opened(bytes)
  const { context, catalog } = document
  if (context.enumerateIndirectObjects().length > MOST_OBJECTS) throw new InvalidPdf('objects')
  const pages = pagesOf(document)
  keepOnly(catalog, ofCatalog)
  const names = catalog.lookup(PDFName.of('Names'))
  if (names instanceof PDFDict) keepOnly(names, ['Dests'])
  for (const [, object] of context.enumerateIndirectObjects()) disarm(object, context, 0)
  context.trailerInfo.Info = undefined as unknown as PDFObject
  context.trailerInfo.ID = undefined as unknown as PDFObject
  removeUnreachable(context)
  try {
    const pdf = await document.save({ useObjectStreams: true, updateFieldAppearances: false })
    // Encrypted content couldn't be checked before.
    if (wasEncrypted) checkUnpacking(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    return { pdf, pages }
  } catch (error) {
    throw error instanceof InvalidPdf ? error : new InvalidPdf('broken')
  }
}

/** A password only for changes isn't needed to open it, and is dropped. */
async function opened(bytes: Uint8Array): Promise<{ document: PDFDocument; wasEncrypted: boolean }> {
  try {
    return { document: await PDFDocument.load(bytes, { updateMetadata: false }), wasEncrypted: false }
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw new InvalidPdf('broken')
  }
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, password: '' })
    if (document.isEncrypted || document.context.trailerInfo.Encrypt) throw new InvalidPdf('locked')
    return { document, wasEncrypted: true }
  } catch {
    throw new InvalidPdf('locked')
  }
}

function pagesOf(document: PDFDocument): number {
  let pages = 0
  try {
    pages = document.getPageCount()
  } catch {
    throw new InvalidPdf('broken')
  }
  if (pages > MOST_PAGES) throw new InvalidPdf('pages')
  if (pages === 0) throw new InvalidPdf('broken')
  return pages
}

function keepOnly(dictionary: PDFDict, names: readonly string[]): void {
  for (const key of dictionary.keys()) if (!names.includes(key.decodeText())) dictionary.delete(key)
}

const DEPTH = 200

/** Doesn't follow references, because the caller visits every object. */
function disarm(object: PDFObject, context: PDFContext, depth: number): void {
  if (depth > DEPTH) throw new InvalidPdf('broken')
  if (object instanceof PDFStream) {
    // These entries point to another file's bytes.
    for (const name of ['F', 'FFilter', 'FDecodeParms']) object.dict.delete(PDFName.of(name))
    if (nameIn(object.dict, 'Type') === 'EmbeddedFile') keepOnly(object.dict, ['Length'])
    disarm(object.dict, context, depth + 1)
  } else if (object instanceof PDFDict) disarmDictionary(object, context, depth)
  else if (object instanceof PDFArray) for (const one of object.asArray()) disarm(one, context, depth + 1)
}

function disarmDictionary(dictionary: PDFDict, context: PDFContext, depth: number): void {
  for (const name of dangerous) dictionary.delete(PDFName.of(name))
  const annotations = dictionary.lookup(PDFName.of('Annots'))
  if (annotations instanceof PDFArray) dropAnnotations(annotations)
  const action = dictionary.lookup(PDFName.of('A'))
  if (action instanceof PDFDict && !isHarmless(action)) dictionary.delete(PDFName.of('A'))
  // An action reached through a key other than A.
  if (isAction(dictionary) && !isHarmless(dictionary)) keepOnly(dictionary, [])
  for (const [, value] of dictionary.entries()) disarm(value, context, depth + 1)
}

const runs = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'ResetForm',
  'GoToR',
  'GoToE',
  'Rendition',
  'RichMediaExecute',
  'GoTo3DView',
  'Movie',
  'Hide',
  'SetOCGState',
])
const isAction = (dictionary: PDFDict) =>
  nameIn(dictionary, 'Type') === 'Action' || runs.has(nameIn(dictionary, 'S') ?? '')

function isHarmless(action: PDFDict): boolean {
  const kind = nameIn(action, 'S') ?? ''
  // Structure tags also use A.
  if (!isAction(action) && kind === '') return true
  if (!actionsKept.has(kind)) return !isAction(action) && !runs.has(kind)
  if (kind === 'Named') return namedKept.has(nameIn(action, 'N') ?? '')
  if (kind === 'URI') {
    const address = action.lookup(PDFName.of('URI'))
    const text = address instanceof PDFString || address instanceof PDFHexString ? address.decodeText() : ''
    return /^(https?:\/\/|mailto:)/i.test(text)
  }
  return true
}

function dropAnnotations(annotations: PDFArray): void {
  for (let at = annotations.size() - 1; at >= 0; at--) {
    const one = annotations.lookup(at)
    if (!(one instanceof PDFDict) || annotationsGone.has(nameIn(one, 'Subtype') ?? '')) annotations.remove(at)
  }
}

function nameIn(dictionary: PDFDict, key: string): string | undefined {
  const value = dictionary.lookup(PDFName.of(key))
  return value instanceof PDFName ? value.decodeText() : undefined
}

/** Unreachable objects would otherwise still be written. */
function removeUnreachable(context: PDFContext): void {
  const met = new Set<PDFRef>()
  const ahead: PDFObject[] = [context.trailerInfo.Root!]
  for (let one = ahead.pop(); one; one = ahead.pop()) {
    if (one instanceof PDFRef) {
      if (met.has(one)) continue
      met.add(one)
      const object = context.lookup(one)
      if (object) ahead.push(object)
    } else if (one instanceof PDFStream) ahead.push(one.dict)
    else if (one instanceof PDFDict) ahead.push(...one.values())
    else if (one instanceof PDFArray) ahead.push(...one.asArray())
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!met.has(ref)) context.delete(ref)
}
