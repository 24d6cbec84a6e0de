// Writes into the page which files the first screen will ask for, so that the browser fetches all of them at once.
import type { Plugin } from 'vite'
import { chunksBehind } from './chunksBehind.ts'
import type { SplashScreen } from './firstLoad.ts'

const PAGE = 'index.html'
const SCRIPT = '<script src="/beforePaint.js">'
const MODULE = /<script type="module"[^>]*>/g

const isPlace = (html: string) => html.includes(SCRIPT) && html.match(MODULE) !== null

/** `openings`: which files open what, for public/beforePaint.js; `font`: how the main typeface's file begins. */
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
          // What the page loads anyway needs no second word.
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
 * Each of the page's scripts is evaluated in a task of its own, as soon as it is there; the last one, which starts the app,
 * when the page stands. What is painted first is in the page: its styles and typeface come before the scripts.
 */
function inTurns(html: string): string {
  const start = [...html.matchAll(MODULE)].at(-1)?.[0]
  return html.replaceAll(MODULE, (script) =>
    script.replace('<script ', `<script fetchpriority="low" ${script === start ? '' : 'async '}`),
  )
}
