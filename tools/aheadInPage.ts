// Writes the login and the opening into the page as their own components draw them: one of them stands before any script has run, and React puts the same in its place.
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { chunksBehind } from './chunksBehind.ts'

const PAGE = 'index.html'
const PLACE = '<div id="root"></div>'
const NONCE = /nonce="([^"]+)"/

/** `files`: what they are made of; `entry`: the module that draws them, from the root of the house. */
export function aheadInPage({ files, entry }: { files: readonly string[]; entry: string }): Plugin {
  return {
    name: 'ahead-in-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle[PAGE]
        const source = page?.type === 'asset' ? String(page.source) : ''
        const nonce = NONCE.exec(source)?.[1]
        if (page?.type !== 'asset' || !source.includes(PLACE) || !nonce)
          throw new Error(`${PAGE} has no place for what stands ahead of the app.`)
        const names = new Set(chunksBehind(bundle, files, false).flatMap(stylesOf))
        const styles = [...names].map((name) => {
          const file = bundle[name]
          // What the page loads anyway needs no second copy.
          return file?.type === 'asset' && !source.includes(name) ? String(file.source) : ''
        })
        const drawn = withoutStyleAttributes(await drawnBy(entry, nonce))
        const rules = [...styles, ...drawn.rules, ...shown].join('\n')
        const ahead = `<div data-ahead inert><style nonce="${nonce}">${rules}</style>${drawn.html}</div>`
        page.source = source.replace(PLACE, () => PLACE.replace('><', `>${ahead}<`))
      },
    },
  }
}

const stylesOf = (chunk: ReturnType<typeof chunksBehind>[number]) => [...(chunk.viteMetadata?.importedCss ?? [])]

/** public/beforePaint.js knows which of them comes, if any, and whether the browser has passkeys. */
const shown = [
  'html:not([data-opens="login"]) [data-screen="login"]{display:none}',
  'html:not([data-opens="inside"]) [data-screen="inside"]{display:none}',
  'html[data-passkeys="no"] [data-ahead] [data-passkey]{display:none}',
]

type Drawn = Record<string, string>

async function drawnBy(entry: string, nonce: string): Promise<string> {
  const root = join(import.meta.dirname, '..')
  const server = await createServer({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    cacheDir: 'node_modules/.vite/asText',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    oxc: { jsx: { runtime: 'automatic', development: false } },
  })
  try {
    const { aheadAsText } = (await server.ssrLoadModule(entry)) as { aheadAsText: (nonce: string) => Promise<Drawn> }
    const html = Object.entries(await aheadAsText(nonce))
      .map(([name, drawn]) => `<div data-screen="${name}">${drawn}</div>`)
      .join('')
    // Nobody types or clicks before the app is there. What marks React's own places, and its script, are of no use here.
    return html
      .replaceAll(/<!--.*?-->|<script>.*?<\/script>| autofocus=""/gs, '')
      .replaceAll('<input ', '<input readonly ')
  } finally {
    await server.close()
  }
}

/** The page's policy forbids style attributes in HTML: each becomes a rule, as strong as it was. */
function withoutStyleAttributes(html: string): { html: string; rules: string[] } {
  const looks: string[] = []
  const without = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    const known = looks.indexOf(style)
    return ` data-look="${known < 0 ? looks.push(style) - 1 : known}"`
  })
  const rules = looks.map((style, place) => {
    const important = style.split(';').map((one) => `${one}!important`)
    return `[data-ahead] [data-look="${place}"]{${important.join(';')}}`
  })
  return { html: without, rules }
}
