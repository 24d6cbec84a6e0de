// Writes the first screen's files into the page, so that the browser fetches them in parallel.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { chunksBehind } from './chunksBehind.ts'
import type { SplashScreen } from './firstLoad.ts'

const PAGE = 'index.html'
const SCRIPT = '<script src="/beforePaint.js"'
const MODULE = /<script type="module"[^>]*>/g

const isPlace = (html: string) => html.includes(SCRIPT) && html.match(MODULE) !== null

/**
 * `openings` lists the files of each first screen, and `typefaces` is the style sheet of the font, both for
 * public/beforePaint.js. `font` is the prefix of the main font's file.
 */
export function preloads(given: { openings: readonly SplashScreen[]; typefaces: string; font: string }): Plugin {
  const faces = facesIn(given.typefaces)
  let isBuild = false
  return {
    name: 'preloads',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    buildStart() {
      if (!isBuild) return
      for (const { file } of faces)
        this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(join('node_modules', file)) })
    },
    transformIndexHtml: (html) =>
      isBuild
        ? html
        : withAttribute(
            html,
            'fonts',
            faces.map(({ file, range }) => [`/node_modules/${file}`, range]),
          ),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle[PAGE]
        const nameOf = (prefix: string) => Object.keys(bundle).find((name) => name.startsWith(`assets/${prefix}`))
        const typeface = nameOf(given.font)
        if (page?.type !== 'asset' || !typeface || !isPlace(String(page.source)))
          throw new Error(`${PAGE} has no place for what is loaded first.`)
        const html = String(page.source)
        const named = given.openings.map(({ opens, files }) => {
          const chunks = chunksBehind(bundle, files, false)
          const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
          // The page already loads these files.
          const asked = [...chunks.map(({ fileName }) => fileName), ...styles].filter((name) => !html.includes(name))
          return { at: opens === 'signedOut' ? undefined : opens.source, files: asked }
        })
        const fonts = faces.map(({ file, range }) => [`/${nameOf(basename(file, '.woff2'))}`, range])
        page.source = withAttribute(withAttribute(inTurns(html), 'openings', named), 'fonts', fonts).replace(
          '</title>',
          `</title>\n    <link rel="preload" href="/${typeface}" as="font" type="font/woff2" crossorigin />`,
        )
      },
    },
  }
}

const withAttribute = (html: string, name: string, value: unknown) =>
  html.replace(SCRIPT, `${SCRIPT} data-${name}='${JSON.stringify(value)}'`)

/** Returns the files in node_modules and the Unicode ranges of a style sheet's typefaces. */
function facesIn(sheet: string): { file: string; range: string }[] {
  const rules = readFileSync(sheet, 'utf8').matchAll(/url\("([^"]+)"\)[^}]*?unicode-range:([^;]+);/g)
  return [...rules].map(([, file, range]) => ({ file: file!, range: range!.replaceAll(/\s+/g, '') }))
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
