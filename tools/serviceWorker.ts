// A build's version is a hash of its contents. It goes into the page, /meta.json, and the service worker with the list
// of files.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const source = join(root, 'core/client/serviceWorker.js')
const PAGE = 'index.html'
const NO_VERSION = '<meta name="version" content="development" />'

/** Files of `publicDirectory` are copied unchanged and cached as well. */
export function serviceWorker({ publicDirectory }: { publicDirectory: string }): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.values(bundle).map((file) => ({
          path: `/${file.fileName}`,
          text: file.type === 'chunk' ? file.code : file.source,
        }))
        const copied = readdirSync(publicDirectory).map((name) => ({
          path: `/${name}`,
          text: readFileSync(join(publicDirectory, name)),
        }))
        const worker = readFileSync(source, 'utf8')
        const kept = [...built, ...copied]
          .filter(({ path }) => !/\.(map|txt)$/.test(path))
          .sort((a, b) => (a.path < b.path ? -1 : 1))
        const hash = createHash('sha256').update(worker)
        for (const { path, text } of kept) hash.update(path).update(text)
        const version = `${packageVersion()}+${hash.digest('hex').slice(0, 16)}`
        const page = bundle[PAGE]
        if (page?.type !== 'asset' || !String(page.source).includes(NO_VERSION))
          throw new Error(`${PAGE} has no place for its version.`)
        page.source = String(page.source).replace(NO_VERSION, NO_VERSION.replace('development', version))
        const files = { version, paths: kept.map(({ path }) => path) }
        const emit = (fileName: string, text: string) => this.emitFile({ type: 'asset', fileName, source: text })
        emit('sw.js', `const FILES = ${JSON.stringify(files)}\n${worker}`)
        emit('version.json', JSON.stringify({ version }))
      },
    },
  }
}

const packageVersion = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
