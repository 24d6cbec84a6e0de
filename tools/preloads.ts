// Writes the first screen's files into the page, so that the browser fetches them in parallel.
import type { Plugin } from 'vite'
import { chunksBehind } from './chunksBehind.ts'
import type { SplashScreen } from './firstLoad.ts'

const PAGE = 'index.html'
const SCRIPT = '<script src="/beforePaint.js">'
const MODULE = /<script type="module"[^>]*>/g

const isPlace = (html: string) => html.includes(SCRIPT) && html.match(MODULE) !== null

/**
 * `openings` lists the files of each first screen for public/beforePaint.js. `font` is the prefix of the main font's
 * file.
 */
export function preloads({ openings, font }: { openings: readonly SplashScreen[]; font: string }): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle[PAGE]
        const typeface = Object.keys(bundle).find((name) => name.startsWith(`assets/${font}`))
        if (page?.type !== 'asset' || !typeface || !isPlace(String(page.source)))
          throw new Error(`${PAGE} has no place for what is loaded first.`)
        const html = String(page.source)
        const named = openings.map(({ opens, files }) => {
          const chunks = chunksBehind(bundle, files, false)
          const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
          // The page already loads these files.
          const asked = [...chunks.map(({ fileName }) => fileName), ...styles].filter((name) => !html.includes(name))
          return { at: opens === 'signedOut' ? undefined : opens.source, files: asked }
        })
        page.source = inTurns(html)
          .replace(SCRIPT, SCRIPT.replace('>', ` data-openings='${JSON.stringify(named)}'>`))
          .replace(
            '</title>',
            `</title>\n    <link rel="preload" href="/${typeface}" as="font" type="font/woff2" crossorigin />`,
          )
      },
    },
  }
}

/**
 * Evaluates each script in its own task as soon as it has loaded. The last one, which starts the app, waits for the
 * page. Styles and font come first, because the first paint needs them.
 */
function inTurns(html: string): string {
  const start = [...html.matchAll(MODULE)].at(-1)?.[0]
  return html.replaceAll(MODULE, (script) =>
    script.replace('<script ', `<script fetchpriority="low" ${script === start ? '' : 'async '}`),
  )
}
