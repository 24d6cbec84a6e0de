import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { fontFiles, fontsFor, openFont } from './fonts.ts'
import type { Layout } from './layout.ts'
import { definitionOf } from './pdfPages.ts'
import { missingNote, runsBy } from './shown.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts')
const regular = join(folder, 'Roboto/Roboto-Regular.ttf')

const missing = new Set<string>()
const { fonts, find } = fontsFor(fontFiles)
const print = {
  runsOf: runsBy(openFont(regular), find, missing),
  note: () => (missing.size > 0 ? missingNote(missing) : ''),
}
const definition = definitionOf(workerData as Layout, print)

pdfmake.setFonts({
  Roboto: { normal: regular, bold: join(folder, 'Roboto/Roboto-Medium.ttf') },
  ...Object.fromEntries(fonts.map(({ name, source }) => [name!, { normal: source, bold: source }])),
})
// A report's text can load no URLs, and no files except fonts.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(folder) || fonts.some(({ source }) => source[0] === path))

const bytes = await pdfmake.createPdf(definition).getBuffer()
parentPort!.postMessage(new Uint8Array(bytes))
