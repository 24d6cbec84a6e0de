// Writes into the page which files the first screen will ask for, so that the browser fetches all of them at once.
import type { Plugin } from 'vite'
import { chunksBehind } from './chunksBehind.ts'
import type { Opening } from './firstLoad.ts'

const PAGE = 'index.html'
const SCRIPT = '<script src="/beforePaint.js">'
const ENTRY = '<script type="module"'

const isPlace = (html: string) => html.includes(SCRIPT) && html.includes(ENTRY)

/** `openings`: which files open what, for public/beforePaint.js; `font`: how the main typeface's file begins. */
export function preloads({ openings, font }: { openings: readonly Opening[]; font: string }): Plugin {
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
        page.source = html
          // What is painted first stands in the page: its styles and typeface come before the scripts.
          .replaceAll(ENTRY, `${ENTRY} fetchpriority="low"`)
          .replace(SCRIPT, SCRIPT.replace('>', ` data-openings='${JSON.stringify(named)}'>`))
          .replace(
            '</title>',
            `</title>\n    <link rel="preload" href="/${typeface}" as="font" type="font/woff2" crossorigin />`,
          )
      },
    },
  }
}
