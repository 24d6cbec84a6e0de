// Builds the client into dist/client, only when something it is made of changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './children.mjs'
import { root } from './install.mjs'

const stampFile = join(root, 'dist/client.stamp')
const sources = ['app', 'core', 'features', 'public', 'tools', 'vite.config.ts', 'package-lock.json', 'package.json']
const isOfTheServerOrATest = (path) => /(^|\/)server(\.ts$|\/)|\.(test|e2e)\.tsx?$/.test(path)

/** Throws all that the build said when it fails. */
export async function buildClient(node) {
  const stamp = sourceHash()
  const built =
    existsSync(join(root, 'dist/client')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (built) return
  const started = Date.now()
  console.log('Building the client …')
  const result = await runQuietly(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: process.env,
  })
  if (result.code !== 0) {
    throw new Error(`${result.output}\nThe client could not be built; what the build said is above.`)
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampFile, stamp)
  console.log(`Client built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

function sourceHash() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesBelow(source)))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(join(root, path))) return []
  if (/\.\w+$/.test(path)) return isOfTheServerOrATest(path) ? [] : [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = `${path}/${entry.name}`
      if (entry.isDirectory()) return filesBelow(child)
      return isOfTheServerOrATest(child) ? [] : [child]
    })
}
