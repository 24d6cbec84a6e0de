// Builds the client into dist/client only when a source has changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from './children.mjs'
import { root } from './install.mjs'

const dist = join(root, 'dist')
const client = join(dist, 'client')
const stampFile = join(dist, 'client.stamp')
const sources = ['app', 'core', 'features', 'public', 'tools', 'vite.config.ts', 'package-lock.json', 'package.json']
const isOfTheServerOrATest = (path) => /(^|\/)server(\.ts$|\/)|\.(test|e2e)\.tsx?$/.test(path)

/** Throws the build's output when it fails. */
export async function buildClient(node, { stamp, isBuilt } = clientState()) {
  if (isBuilt) return
  const started = Date.now()
  console.log('Building the client …')
  mkdirSync(dist, { recursive: true })
  removePartialBuilds()
  // A server may be using the previous build, which must stay complete.
  const name = `client.${process.pid}`
  const next = join(dist, name)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const result = await runQuietly(node, [vite, 'build', '--logLevel=warn', `--outDir=../dist/${name}`], {
    cwd: root,
    env: process.env,
  })
  if (result.code !== 0) {
    rmSync(next, { recursive: true, force: true })
    throw new Error(`${result.output}\nThe client could not be built; what the build said is above.`)
  }
  rmSync(stampFile, { force: true })
  putInPlace(next, client)
  writeFileSync(stampFile, stamp)
  console.log(`Client built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/**
 * Returns a stamp of the sources, and whether the client was built from them. Reads contents only if a file has
 * changed.
 */
export function clientState() {
  const files = sources.flatMap((source) => filesBelow(source))
  const [builtFrom, seenThen] =
    existsSync(client) && existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n') : []
  const seen = seenNow(files)
  if (seen && seen === seenThen) return { stamp: `${builtFrom}\n${seen}`, isBuilt: true }
  const contents = contentsOf(files)
  const stamp = `${contents}\n${seen}`
  const isBuilt = contents === builtFrom
  if (isBuilt) writeBuildStamp(stamp)
  return { stamp, isBuilt }
}

/** If writing the stamp fails, the next start reads the contents again. */
function writeBuildStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp)
  } catch {
    // The build itself succeeded.
  }
}

/** These refer to all other files, so they are moved last, in this order. */
const last = ['index.html', 'sw.js', 'version.json']
const place = (name) => last.indexOf(name.replace(/\.(br|gz)$/, ''))

/** At any moment the target folder has a page and every file it requests. */
export function putInPlace(from, to) {
  const names = namesIn(from)
  for (const name of names.toSorted((a, b) => place(a) - place(b))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    renameSync(join(from, name), join(to, name))
  }
  rmSync(from, { recursive: true })
  const made = new Set(names)
  for (const name of namesIn(to)) if (!made.has(name)) rmSync(join(to, name))
}

const namesIn = (directory) =>
  readdirSync(directory, { recursive: true }).filter((name) => statSync(join(directory, name)).isFile())

/** Deletes the folders of interrupted builds. */
function removePartialBuilds() {
  for (const name of readdirSync(dist)) {
    const [, builder] = /^client\.(\d+)$/.exec(name) ?? []
    if (builder && !isRunning(Number(builder))) rmSync(join(dist, name), { recursive: true })
  }
}

function isRunning(id) {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** File systems store times in steps of some milliseconds, so a file written twice within one step looks unchanged. */
const TICK_MS = 2000

/** Changes with each write. An empty string means that a file was just written. */
export function seenNow(paths, folder = root, now = Date.now()) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const { size, ctimeMs, ino } = statSync(join(folder, path))
    if (ctimeMs > now - TICK_MS) return ''
    hash.update(`${path}\0${size} ${ctimeMs} ${ino}\0`)
  }
  return hash.digest('hex')
}

function contentsOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths)
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
