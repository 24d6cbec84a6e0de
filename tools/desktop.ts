// `npm run desktop` runs the desktop app's format, lint, and unit tests, and drives it on a virtual display. For
// `--bundle [--config release.json]` see desktopPackage.ts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeUpdateKey, type UpdateKey } from '#wrappers/desktop/drive/updates.ts'
import { buildPackages, problemsOf } from './desktopPackage.ts'
import { desktopPrograms, installPrograms, packagePrograms } from './programs.ts'

const root = join(import.meta.dirname, '..')
export const wrapperFolder = join(root, 'wrappers/desktop')
const target = join(wrapperFolder, 'target')
export const wrapperProgram = join(target, 'debug/pursuit-desktop')

/** Signs updates in tests. Created once to avoid rebuilding. No release accepts it. */
export function updateKey(): UpdateKey {
  const file = join(target, 'testKey.json')
  if (!existsSync(file)) {
    mkdirSync(target, { recursive: true })
    writeFileSync(file, JSON.stringify(makeUpdateKey()))
  }
  return JSON.parse(readFileSync(file, 'utf8')) as UpdateKey
}

/** Update URL of test builds. No server listens there. */
const NOWHERE = 'http://127.0.0.1:9/latest.json'

/** The same for every cargo call, so that builds are shared. */
export const cargoEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  CARGO_TARGET_DIR: target,
  TAURI_CONFIG: JSON.stringify({ plugins: { updater: { pubkey: updateKey().pubkey, endpoints: [NOWHERE] } } }),
})

/** Returns why the app can't be built here, or undefined. */
export function prepareDesktop(output: number): string | undefined {
  if (process.platform !== 'linux') return say('its tests need Linux')
  const { status, stdout } = spawnSync('cargo', ['--version'], { cwd: wrapperFolder, encoding: 'utf8' })
  if (status !== 0) return say('cargo isn’t installed')
  const wanted = /^rust-version = "(\d+)\.(\d+)"$/m.exec(readFileSync(join(wrapperFolder, 'Cargo.toml'), 'utf8'))
  const found = /^cargo (\d+)\.(\d+)/.exec(stdout)
  const rank = (version: RegExpExecArray | null) => Number(version?.[1] ?? 0) * 1000 + Number(version?.[2] ?? 0)
  if (rank(found) < rank(wanted))
    return say(`${stdout.trim()} is older than version ${wanted?.[1]}.${wanted?.[2]}, which it needs`)
  try {
    installPrograms(desktopPrograms)
  } catch (error) {
    return say((error as Error).message)
  }
  const fetched = spawnSync('cargo', ['fetch', '--locked'], { cwd: wrapperFolder, stdio: ['ignore', output, output] })
  if (fetched.status !== 0) return say('its crates couldn’t be downloaded')
}

const say = (why: string) => `The desktop app was neither built nor tested: ${why.replace(/\.$/, '')}.`

export const cargoChecks: { name: string; command: string[] }[] = [
  { name: 'format', command: ['cargo', 'fmt', '--check'] },
  { name: 'lint', command: ['cargo', 'clippy', '--locked', '--all-targets', '--', '-D', 'warnings'] },
  { name: 'unit tests', command: ['cargo', 'test', '--locked'] },
]

/** Returns the names of the failed checks. */
export function checkWithCargo(output: number): string[] {
  return cargoChecks
    .filter(({ command: [program = '', ...args] }) => {
      const options = { cwd: wrapperFolder, env: cargoEnvironment() }
      return spawnSync(program, args, { ...options, stdio: ['ignore', output, output] }).status !== 0
    })
    .map(({ name }) => name)
}

export const driveCommand: string[] = [
  process.execPath,
  join(root, 'node_modules/@playwright/test/cli.js'),
  'test',
  `--config=${join(wrapperFolder, 'playwright.config.ts')}`,
]

function bundle() {
  installPrograms(packagePrograms)
  const { config } = parseArgs({ options: { bundle: { type: 'boolean' }, config: { type: 'string' } } }).values
  const file = buildPackages(wrapperFolder, process.env.CARGO_TARGET_DIR ?? target, config)
  const { version } = JSON.parse(readFileSync(join(wrapperFolder, 'tauri.conf.json'), 'utf8')) as { version: string }
  const problems = problemsOf(file, { version, license: readFileSync(join(root, 'LICENSE'), 'utf8') })
  console.log(problems.length ? `\n${file}\n${problems.join('\n')}` : `\n${file} passed.`)
  process.exitCode = problems.length ? 1 : 0
}

function checkAndDrive() {
  const failed = checkWithCargo(process.stdout.fd)
  const [program = '', ...args] = [...driveCommand, ...process.argv.slice(2)]
  if (spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status !== 0) failed.push('end-to-end tests')
  console.log(failed.length ? `\nFailed: ${failed.join(', ')}` : '\nDesktop checks passed.')
  process.exitCode = failed.length ? 1 : 0
}

if (import.meta.main) {
  const why = prepareDesktop(process.stdout.fd)
  if (why) {
    console.error(why)
    process.exit(1)
  }
  if (process.argv.includes('--bundle')) bundle()
  else checkAndDrive()
}
