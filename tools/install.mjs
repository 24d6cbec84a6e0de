// Installs what a fresh clone lacks: packages and the product's Node version. It is plain JavaScript because it runs
// before any of that, on any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './children.mjs'
import { optionOf, setToInstall, stampOf } from './packageSet.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules/.pursuit-lock')
const bin = join(root, 'node_modules/.bin')
const nodePackage = join(root, 'node_modules/node')

/**
 * Installs missing packages ('production' for running, 'all' for tests and checks as well) and returns the path of the
 * Node to use. Prints a sentence and exits if it can't.
 */
export async function prepare(wanted) {
  const lock = lockHash()
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined
  const set = setToInstall(stamp, lock, wanted)
  if (set) await install(set, lock, stamp)
  const node = await nodeOfThePackage()
  if (set) removeUnusedFiles()
  return node
}

/** 113 MB that nothing reads: Node's headers, and the icons as single files. */
function removeUnusedFiles() {
  const variants = join(nodePackage, 'node_modules')
  const names = existsSync(variants) ? readdirSync(variants).filter((name) => /^node-\w+-\w+$/.test(name)) : []
  const headers = names.map((name) => join(variants, name, 'include'))
  const icons = ['icons', 'categories'].map((name) => join(root, 'node_modules/@tabler/icons', name))
  for (const folder of [...headers, ...icons]) rmSync(folder, { recursive: true, force: true })
}

/** Puts `node` first on the path and caches compiled code for the next start. */
export function serverEnvironment(node) {
  return {
    ...process.env,
    PATH: [dirname(node), bin, process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled'),
  }
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Offline, npm would retry for minutes before it fails. */
export const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000']

async function install(set, lock, stamp) {
  const started = Date.now()
  console.log(
    set === 'all' && stamp === stampOf(lock, 'production')
      ? 'Installing the packages for development …'
      : 'Installing packages: the first time takes about a minute …',
  )
  // Without the stamp, an interrupted installation runs again.
  rmSync(stampFile, { force: true })
  // `npm ci` rejects a lock file with unavailable packages of other platforms. `npm install` uses the same versions.
  const [command, ...args] = npm()
  const result = await runQuietly(
    command,
    [...args, 'install', optionOf(set), '--no-save', '--no-audit', '--no-fund', '--no-progress', ...patience],
    {
      cwd: root,
      env: { ...process.env, PATH: pathWithoutPackages() },
    },
  )
  if (result.code !== 0) {
    // npm has restored the previous packages.
    if (stamp) writeFileSync(stampFile, stamp)
    console.error(result.output)
    giveUp(
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network/i.test(result.output)
        ? 'Couldn’t download the packages: npm couldn’t reach its registry (see its output above). Check the network, then run the command again.'
        : 'Couldn’t install the packages. See npm’s output above.',
    )
  }
  writeFileSync(stampFile, stampOf(lock, set))
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** The npm that started this script, or the one on the path. */
export function npm() {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js') && existsSync(script)) return [machineNode(), script]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/** npm must not run on the Node that it may be about to replace. */
const machineNode = () => (process.execPath.startsWith(join(root, 'node_modules')) ? 'node' : process.execPath)
export const pathWithoutPackages = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')))
    .join(delimiter)

async function nodeOfThePackage() {
  const node = join(nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (await runs(node)) return node
  // If npm doesn't run install scripts, the package's Node isn't in place yet.
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: nodePackage, stdio: 'ignore' })
  if (await runs(node)) return node
  const complaint = spawnSync(node, ['--version'], { encoding: 'utf8' }).stderr ?? ''
  console.error(complaint)
  if (!complaint.includes('libatomic.so.1'))
    return giveUp(
      'Node 26, which the npm package "node" provides, doesn’t run here. Delete node_modules and run the command again.',
    )
  installLibatomic()
  if (await runs(node)) return node
  return giveUp(
    'Node 26 needs libatomic.so.1, which isn’t installed. Install it (Debian: apt-get install libatomic1; Fedora: dnf install libatomic) and run the command again.',
  )
}

/** A machine without a compiler may lack this library. Uses apt-get with root or sudo. */
function installLibatomic() {
  console.log('Node 26 needs the library libatomic.so.1. Trying to install it with apt-get …')
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', 'libatomic1']]) {
    const [command, ...args] = [...asRoot, 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=600', ...words]
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

async function runs(node) {
  if (!existsSync(node)) return false
  if (process.execPath === node) return true
  return (await runQuietly(node, ['--version'], {})).output.startsWith('v26.')
}

function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}
