// Writes the login and the first screen into the page, rendered by their components. One shows before any script has
// run, and React replaces it with the same content.
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { chunksBehind } from './chunksBehind.ts'
import { iconSprite } from './iconSprite.ts'
import { shortClassNames } from './shortClassNames.ts'

const PAGE = 'index.html'
const PLACE = '<div id="root"></div>'
const NONCE = /nonce="([^"]+)"/

/** `entry` renders the components in `files`. It is relative to the repository root. */
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
          // The page already loads these files.
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

/** public/beforePaint.js decides which one shows, if any, and detects passkeys. */
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
    plugins: [iconSprite()],
    css: { modules: { generateScopedName: shortClassNames(root) } },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    oxc: { jsx: { runtime: 'automatic', development: false } },
  })
  try {
    const { aheadAsText } = (await server.ssrLoadModule(entry)) as { aheadAsText: (nonce: string) => Promise<Drawn> }
    const html = Object.entries(await aheadAsText(nonce))
      .map(([name, drawn]) => `<div data-screen="${name}">${drawn}</div>`)
      .join('')
    // The fields reject input before the app has loaded. React's markers and script aren't needed.
    return html
      .replaceAll(/<!--.*?-->|<script>.*?<\/script>| autofocus=""/gs, '')
      .replaceAll('<input ', '<input readonly ')
  } finally {
    await server.close()
  }
}

/** The page's policy forbids style attributes, so each becomes a rule of equal specificity. */
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
