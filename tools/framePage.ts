// Builds a page for a frame separately, because the app's modules open the session and the stored data as soon as they
// are evaluated.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { ICON_SPRITE } from './iconSprite.ts'
import { leanZod } from './leanZod.ts'

const root = join(import.meta.dirname, '..')
const PLACE = '<!-- what it is made of -->'

type FramePage = {
  /** The page's path and its files' prefix: '/kpi/embed'. */
  path: string
  /** Relative to the repository root. */
  page: string
  entry: string
}

/** The files are named after the path. They are requested each time and never cached. */
export function framePage({ path, page, entry }: FramePage): Plugin {
  let define: Record<string, string> = {}
  const html = (parts: string) => readFileSync(join(root, page), 'utf8').replace(PLACE, parts)
  return {
    name: 'frame-page',
    // The frame shows the same icons.
    configResolved: (config) => {
      define = { [ICON_SPRITE]: config.define?.[ICON_SPRITE] }
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (request.url?.split('?')[0] !== path) return next()
        const parts = `<script type="module" src="/@fs${join(root, entry)}"></script>`
        response.setHeader('content-type', 'text/html').end(await server.transformIndexHtml(path, html(parts)))
      })
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const name = path.slice(1)
        for (const file of (await partsOf(entry, name, define)).filter(({ fileName }) => !(fileName in bundle)))
          this.emitFile({
            type: 'asset',
            fileName: file.fileName,
            source: file.type === 'chunk' ? file.code : file.source,
          })
        const parts = `<link rel="stylesheet" href="/${name}.css" /><script type="module" src="/${name}.js"></script>`
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source: html(parts) })
      },
    },
  }
}

async function partsOf(
  entry: string,
  name: string,
  define: Record<string, string>,
): Promise<Rolldown.RolldownOutput['output'][number][]> {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    define,
    logLevel: 'error',
    plugins: [react(), leanZod()],
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: join(root, entry),
        output: {
          entryFileNames: `${name}.js`,
          codeSplitting: false,
          assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? `${name}.css` : 'assets/[name]-[hash][extname]'),
        },
      },
    },
  })
  return [built].flat().flatMap((one) => ('output' in one ? one.output : []))
}
