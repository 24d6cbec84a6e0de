import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { Layout } from './layout.ts'
import { definitionOf } from './pdfPages.ts'
import { charactersOf, shownBy } from './shown.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts')

pdfmake.setFonts({
  Roboto: {
    normal: join(folder, 'Roboto/Roboto-Regular.ttf'),
    bold: join(folder, 'Roboto/Roboto-Medium.ttf'),
  },
})
// Text in a report reaches nothing: no addresses, and no files but the fonts.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(folder))

const bytes = await pdfmake
  .createPdf(definitionOf(workerData as Layout, shownBy(charactersOf(join(folder, 'Roboto/Roboto-Regular.ttf')))))
  .getBuffer()
parentPort!.postMessage(new Uint8Array(bytes))
