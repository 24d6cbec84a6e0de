// Writes into the page which files the first screen will ask for, so that the browser fetches all of them at once.
import type { Plugin } from 'vite'
import { chunksBehind } from './chunksBehind.ts'

const PAGE = 'index.html'
const SCRIPT = '<script src="/beforePaint.js">'

/** `screens`: component files by the name under which public/beforePaint.js looks for them; `font`: how the main typeface's file begins. */
export function preloads({ screens, font }: { screens: Record<string, readonly string[]>; font: string }): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle[PAGE]
        const typeface = Object.keys(bundle).find((name) => name.startsWith(`assets/${font}`))
        if (page?.type !== 'asset' || !typeface || !String(page.source).includes(SCRIPT))
          throw new Error(`${PAGE} has no place for what is loaded first.`)
        const attributes = Object.entries(screens).map(([name, files]) => {
          const chunks = chunksBehind(bundle, files, false)
          const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
          return ` data-${name}="${[...chunks.map(({ fileName }) => fileName), ...styles].join(' ')}"`
        })
        page.source = String(page.source)
          .replace(SCRIPT, SCRIPT.replace('>', `${attributes.join('')}>`))
          .replace(
            '</title>',
            `</title>\n    <link rel="preload" href="/${typeface}" as="font" type="font/woff2" crossorigin />`,
          )
      },
    },
  }
}
