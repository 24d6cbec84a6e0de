// Finds programs that tests and benchmarks need and npm doesn't install. Missing ones are installed before the tests,
// and only looked up afterwards.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** `find` returns an absolute path. `debian` is the package. */
type Program = { debian: string; neededFor: string; find: () => string | undefined }

const programs = {
  chromium: { debian: 'chromium', neededFor: 'browser tests', find: findChromium },
  firefox: { debian: 'firefox-esr', neededFor: 'browser tests', find: () => findProgram('firefox-esr', 'firefox') },
  webkit: { debian: 'libwebkit2gtk-4.1-0', neededFor: 'browser tests', find: findWebKit },
  webkitDriver: {
    debian: 'webkit2gtk-driver',
    neededFor: 'browser tests',
    find: () => findProgram('WebKitWebDriver'),
  },
  films: { debian: 'gstreamer1.0-libav', neededFor: 'films in Firefox and WebKitGTK', find: findFilms },
  xvfb: { debian: 'xvfb', neededFor: 'browser tests', find: () => findProgram('Xvfb') },
  postgres: { debian: 'postgresql', neededFor: 'tests on a real PostgreSQL', find: findPostgres },
  pgbouncer: { debian: 'pgbouncer', neededFor: 'tests behind a pooler', find: findPgbouncer },
  khal: { debian: 'khal', neededFor: 'tests of the calendar', find: () => findProgram('khal') },
  vdirsyncer: { debian: 'vdirsyncer', neededFor: 'tests of the calendar', find: () => findProgram('vdirsyncer') },
  pdftotext: { debian: 'poppler-utils', neededFor: 'tests of a PDF', find: () => findProgram('pdftotext') },
  openpyxl: { debian: 'python3-openpyxl', neededFor: 'tests of a sheet', find: () => findPython('openpyxl') },
  cryptography: { debian: 'python3-cryptography', neededFor: 'tests of push', find: () => findPython('cryptography') },
  curl: { debian: 'curl', neededFor: 'calls of docs/api.md', find: () => findProgram('curl') },
  postfix: { debian: 'postfix', neededFor: 'tests of email filing', find: findPostfix },
  swaks: { debian: 'swaks', neededFor: 'tests of email filing', find: () => findProgram('swaks') },
  openssl: { debian: 'openssl', neededFor: 'tests of push', find: () => findProgram('openssl') },
  aapt2: { debian: 'aapt', neededFor: 'tests of the mobile projects', find: () => findProgram('aapt2') },
  java: {
    debian: 'default-jre-headless',
    neededFor: 'tests of the mobile projects',
    find: () => findProgram('java'),
  },
  groovy: {
    debian: 'groovy',
    neededFor: 'tests of the mobile projects',
    find: () => globSync('/usr/share/java/groovy-all.jar')[0],
  },
  webkitHeaders: {
    debian: 'libwebkit2gtk-4.1-dev',
    neededFor: 'the desktop wrapper',
    find: () => globSync('/usr/lib/{*/,}pkgconfig/webkit2gtk-4.1.pc')[0],
  },
  compiler: { debian: 'build-essential', neededFor: 'the desktop wrapper', find: () => findProgram('cc') },
  tray: {
    debian: 'libayatana-appindicator3-1',
    neededFor: 'the desktop wrapper',
    find: () => globSync('/usr/lib/{*/,}libayatana-appindicator3.so.1')[0],
  },
  trayHeaders: {
    debian: 'libayatana-appindicator3-dev',
    neededFor: 'a package of the desktop wrapper',
    find: () => globSync('/usr/{lib,share}/{*/,}pkgconfig/ayatana-appindicator3-0.1.pc')[0],
  },
  bus: { debian: 'dbus-daemon', neededFor: 'tests of the desktop wrapper', find: () => findProgram('dbus-daemon') },
  busPython: {
    debian: 'python3-dbus',
    neededFor: 'tests of the desktop wrapper',
    find: () => findPython('dbus.mainloop.glib'),
  },
  loopPython: { debian: 'python3-gi', neededFor: 'tests of the desktop wrapper', find: () => findPython('gi') },
} satisfies Record<string, Program>
export type ProgramName = keyof typeof programs

/** For `npm run desktop`. The first ones are large and only needed with cargo. */
const forWrapper: ProgramName[] = ['webkitHeaders', 'compiler', 'tray', 'bus', 'busPython', 'loopPython']
export const desktopPrograms: ProgramName[] = [...forWrapper, 'webkitDriver', 'xvfb']
/** In addition, for `npm run desktop -- --bundle`. */
export const packagePrograms: ProgramName[] = ['trayHeaders']
/** For `npm run test:all`, except the desktop app. */
export const usualPrograms = (Object.keys(programs) as ProgramName[]).filter(
  (name) => ![...forWrapper, ...packagePrograms].includes(name),
)

/** Tells child processes which programs a run has already tried to install. */
const SEEN_TO = 'PURSUIT_PACKAGES_CHECKED'

/**
 * Returns an absolute path. For a module, it is that of a Python that has it. Throws a sentence when it isn't
 * installed.
 */
export function pathOf(name: ProgramName): string {
  const found = programs[name].find()
  if (found) return found
  throw new Error(`${sentenceOf([name])} ${byHand([name])}`)
}

export const isInstalled = (name: ProgramName): boolean => programs[name].find() !== undefined

/** Prints a sentence about programs it can't install. Only tests that need those fail. */
export function tryInstallPrograms(names: readonly ProgramName[]): void {
  try {
    installPrograms(names)
  } catch (error) {
    console.log((error as Error).message)
  }
}

/** Runs once per run. Throws a sentence that names programs it can't install and how to install them manually. */
export function installPrograms(names: readonly ProgramName[] = usualPrograms): void {
  const seenTo = (process.env[SEEN_TO] ?? '').split(' ')
  const asked = names.filter((name) => !seenTo.includes(name))
  process.env[SEEN_TO] = [...seenTo, ...asked].join(' ')
  const missing = () => asked.filter((name) => !programs[name].find())
  const wanted = missing()
  if (wanted.length === 0) return
  const asRoot = rootPrefix()
  const said = asRoot ? installWithApt(asRoot, wanted) : ''
  if (missing().includes('chromium')) downloadChromium()
  const stillMissing = missing()
  if (stillMissing.length === 0) return
  if (!asRoot) throw new Error(`${sentenceOf(stillMissing)} ${byHand(stillMissing)}`)
  throw new Error(`${said}\n${sentenceOf(stillMissing)} apt-get couldn’t install it. Its output is above.`)
}

function installWithApt(asRoot: string[], wanted: ProgramName[]): string {
  console.log(`${sentenceOf(wanted)} Installing with apt-get …`)
  return aptInstall(asRoot, packagesOf(wanted))
}

/** Playwright can download its own Chromium if the network allows it. */
function downloadChromium(): void {
  console.log('Trying Playwright’s own download of Chromium…')
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
}

const inAnyLocale = () =>
  ({ encoding: 'utf8', maxBuffer: 64 * 1024 ** 2, env: { ...process.env, LC_ALL: 'C.UTF-8' } }) as const

/** Returns standard output. Throws the error output. */
export const run = (name: ProgramName, args: string[]): string => execFileSync(pathOf(name), args, inAnyLocale())

/** Asynchronous, for a program that talks to this process while it runs. */
export const runMeanwhile = async (name: ProgramName, args: string[]): Promise<string> =>
  (await promisify(execFile)(pathOf(name), args, inAnyLocale())).stdout

const packagesOf = (names: ProgramName[]) => [...new Set(names.map((name) => programs[name].debian))]

function sentenceOf(names: ProgramName[]): string {
  const each = names.map((name) => `${name} (${programs[name].neededFor})`)
  return `Not on this machine: ${each.join(', ')}.`
}

function byHand(names: ProgramName[]): string {
  const packages = packagesOf(names).join(' ')
  return existsSync('/etc/debian_version')
    ? `Run 'sudo apt-get install ${packages}' and then the command again.`
    : `Install it with your system’s packages (on Debian: ${packages}) and run the command again.`
}

// — apt ————————————————————————————————————————————————————————————————————————————————————————

/** Prefix of commands that need root, or undefined where apt-get isn't available. */
function rootPrefix(): string[] | undefined {
  if (!existsSync('/etc/debian_version') || !findProgram('apt-get')) return
  if (process.getuid?.() === 0) return []
  if (findProgram('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0) return ['sudo', '-n']
}

/** Seconds to wait for another apt or dpkg process. */
const PATIENCE = 600

function aptInstall(asRoot: string[], packages: string[]): string {
  const aptGet = (...args: string[]) => {
    const [program = '', ...rest] = [...asRoot, 'apt-get', '-q', '-y', '-o', `DPkg::Lock::Timeout=${PATIENCE}`, ...args]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8', env, maxBuffer: 64 * 1024 ** 2 })
    return { worked: status === 0, said: `${stdout}${stderr}` }
  }
  const install = (...names: string[]) => aptGet('install', '--no-install-recommends', ...names)
  let updated = aptGet('update')
  // apt's lock timeout doesn't cover the lock of its package lists.
  for (let waited = 0; /Could not get lock/.test(updated.said) && waited < PATIENCE; waited++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    updated = aptGet('update')
  }
  const together = install(...packages)
  if (together.worked || packages.length === 1) return updated.said + together.said
  // One by one, so that an unavailable package doesn't block the others.
  return packages.map((name) => install(name).said).join('')
}

// — paths ——————————————————————————————————————————————————————————————————————————————————————

function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findChromium(): string | undefined {
  const chosen = process.env.PURSUIT_CHROMIUM
  if (chosen && !isProgram(chosen)) throw new Error(`PURSUIT_CHROMIUM names '${chosen}', which is not a program.`)
  return chosen ?? findProgram(...chromiumNames) ?? globSync(chromiumPlaces).find(isProgram)
}

const chromiumNames = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  ...['microsoft-edge', 'microsoft-edge-stable'],
]
/** On macOS and Windows, and Playwright's own. */
const chromiumPlaces = [
  '/Applications/{Google Chrome,Chromium,Microsoft Edge}.app/Contents/MacOS/{Google Chrome,Chromium,Microsoft Edge}',
  'C:/Program Files{, (x86)}/{Google/Chrome,Microsoft/Edge}/Application/{chrome,msedge}.exe',
  join(homedir(), '{.cache,Library/Caches,AppData/Local}/ms-playwright/chromium-*/*/{chrome,chrome.exe}'),
  join(homedir(), 'Library/Caches/ms-playwright/chromium-*/*/Chromium.app/Contents/MacOS/Chromium'),
]

/** The MiniBrowser is next to the library instead of on the path. */
function findWebKit(): string | undefined {
  return globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser').find(isProgram)
}

/** libavcodec, which comes with it, also decodes H.264 in Firefox. */
function findFilms(): string | undefined {
  return globSync('/usr/lib/{*/,}gstreamer-1.0/libgstlibav.so')[0]
}

/** The newest on the machine. initdb must be next to it. */
function findPostgres(): string | undefined {
  const isWhole = (path: string) => isProgram(path) && isProgram(join(dirname(path), 'initdb'))
  const onPath = findProgram('postgres')
  if (onPath && isWhole(onPath)) return onPath
  const version = (path: string) => Number(path.match(/(\d+)\/bin\/postgres$/)?.[1])
  return globSync('/usr/lib/postgresql/*/bin/postgres')
    .filter(isWhole)
    .sort((a, b) => version(b) - version(a))[0]
}

/** Debian installs it in a folder that is only on root's path. */
function findPgbouncer(): string | undefined {
  return findProgram('pgbouncer') ?? ['/usr/sbin/pgbouncer'].find(isProgram)
}

/** Debian installs it in a folder that is only on root's path. */
function findPostfix(): string | undefined {
  return findProgram('postfix') ?? ['/usr/sbin/postfix'].find(isProgram)
}

/** Debian's modules belong to Debian's Python, which may not be the first on the path. */
function findPython(module: string): string | undefined {
  return ['/usr/bin/python3', findProgram('python3')].find(
    (python) => python && isProgram(python) && spawnSync(python, ['-c', `import ${module}`]).status === 0,
  )
}
