// Builds the app's contents into dist/: the product's client, preceded by the phone's integration.
// node build.ts [--for-developers] [--directory=https://pursuit.vendor.example]
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, type Plugin } from 'vite'

const here = import.meta.dirname
const client = join(here, '../../dist/client')

export type MobileBuild = {
  /** The default is dist/. */
  directory?: string
  /** Lets the app call a server on this machine without https. */
  isForDevelopers?: boolean
  /** The publisher's server that finds a person's firm by email. */
  firmDirectory?: string
}

/** Requires a built client. */
export async function buildMobile({
  directory = join(here, 'dist'),
  isForDevelopers = false,
  firmDirectory = '',
}: MobileBuild = {}) {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  cpSync(client, directory, { recursive: true, filter: (path) => !leftOut.test(basename(path)) })
  await build({
    configFile: false,
    root: here,
    publicDir: false,
    logLevel: 'warn',
    plugins: [withoutBrowsers],
    define: {
      __VERSION__: JSON.stringify(version()),
      __DIRECTORY__: JSON.stringify(firmDirectory),
      __FOR_DEVELOPERS__: JSON.stringify(isForDevelopers),
    },
    build: {
      outDir: directory,
      emptyOutDir: false,
      target: 'es2022',
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(here, 'src/main.ts'),
        output: {
          entryFileNames: 'wrapper.js',
          chunkFileNames: 'wrapper/[name]-[hash].js',
          assetFileNames: 'wrapper[extname]',
        },
      },
    },
  })
  writeFileSync(
    join(directory, 'index.html'),
    pageOf(readFileSync(join(client, 'index.html'), 'utf8'), isForDevelopers),
  )
}

/** The app never uses the browser implementations of plugins. */
const withoutBrowsers: Plugin = {
  name: 'without-browsers',
  enforce: 'pre',
  resolveId: (id) => (/^\.\/web(\.js)?$/.test(id) ? '\0nothing' : undefined),
  load: (id) => (id === '\0nothing' ? 'export {}' : undefined),
}

const version = (): string => JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).version

/** Only a server or a browser needs these. */
const leftOut = /\.(br|gz|zst)$|^(sw\.js|robots\.txt|manifest\.webmanifest|kpi|index\.html|version\.json)$/

const SCRIPT = /\s*<script [^>]*type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g

/** The phone's script comes first and starts the client when the server is known. */
function pageOf(page: string, isForDevelopers: boolean): string {
  const scripts = [...page.matchAll(SCRIPT)].map(([, source]) => source!)
  const entry = scripts.at(-1)
  if (!entry) throw new Error('The page of the client has no script to start with.')
  const nonce = createHash('sha256').update(page).digest('base64url').slice(0, 24)
  const made = page
    .replaceAll(SCRIPT, '')
    .replaceAll(/\s*<link rel="(?:manifest|apple-touch-icon)"[^>]*>/g, '')
    // The prerendered login would show before the app can check for a session.
    .replace(/(<div id="root">)[\s\S]*?(<\/div>\s*<noscript>)/, '$1$2')
    .replaceAll('nonce-of-the-page', nonce)
    .replace(/ data-openings='[^']*'/, '')
    .replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${metaOf(policyOf(nonce, isForDevelopers))}`)
    .replace(
      '</head>',
      `  <link rel="stylesheet" href="/wrapper.css" />\n    <script type="module" src="/wrapper.js" data-client="${entry}"></script>\n  </head>`,
    )
  if (!made.includes('<div id="root"></div>')) throw new Error('The page of the client has no place for the app.')
  return made
}

const metaOf = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`

/** The server's policy for browsers, but with other servers to call. main.ts restricts those to the firm's. */
function policyOf(nonce: string, isForDevelopers: boolean): string {
  const servers = isForDevelopers ? 'https: http://localhost:* http://127.0.0.1:*' : 'https:'
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${servers}`,
    `media-src 'self' blob: ${servers}`,
    "font-src 'self'",
    `connect-src 'self' blob: ${servers}`,
    `frame-src 'self' ${servers}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { 'for-developers': { type: 'boolean' }, directory: { type: 'string' } } })
  const { buildClient } = await import('../../tools/clientBuild.mjs')
  await buildClient(process.execPath)
  await buildMobile({ isForDevelopers: values['for-developers'], firmDirectory: values.directory })
}
