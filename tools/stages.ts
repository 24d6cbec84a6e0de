// `npm test` in order: checks, the programs that tests need, unit and property tests, server tests on the embedded database and on a real PostgreSQL, browser tests, the desktop wrapper where there is cargo.
// Stages of a round run side by side; a failing stage does not hide the others. `--only <stage>` runs one, with the programs it needs: check, unit, server, postgres, browser or desktop.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checks } from './check.ts'
import { checkWithCargo, driveCommand, prepareDesktop } from './desktop.ts'
import { installMobile } from './mobilePackages.mjs'
import { startPostgres } from './postgres.ts'
import { installPrograms } from './programs.ts'
import { closingLines, failedFiles, nothing, playwrightResult, type Result, vitestResult } from './results.ts'

/** Where a stage writes: a file descriptor. */
type Output = number

const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'pursuit-test-'))
const program = (path: string) => join(root, 'node_modules', path)

const stages: Record<string, (output: Output) => Promise<Result>> = {
  check: async (output) => {
    const result: Result = { ...nothing, failures: [] }
    // Checks are not tests: those that hold are not counted, so that the closing line says how many tests ran.
    for (const { name, command } of checks)
      if (!(await timed(name, output, async () => (await run(command, output)) === 0))) {
        result.failed++
        result.failures.push(`check: ${name}`)
      }
    return result
  },
  programs: async () => {
    installPrograms()
    return nothing
  },
  unit: (output) => vitest('unit', output),
  server: (output) => vitest('server', output),
  postgres: async (output) => {
    await using postgres = await startPostgres()
    return await vitest('server', output, { TEST_DATABASE_URL: postgres.url })
  },
  browser,
  desktop,
}

const titles: Record<string, string> = {
  check: 'checks',
  programs: 'programs that tests need',
  unit: 'unit and property tests',
  server: 'server tests on the embedded database',
  postgres: 'server tests on PostgreSQL',
  browser: 'browser tests',
  desktop: 'desktop wrapper',
}

/** A shared machine can starve a server for seconds: in CI, server tests that failed are played again, and named when they hold then. More files than these fail for a reason. */
const MOST_AGAIN = 5

/** None of these pairs keeps two cores busy alone; the browser's stories do. */
const rounds = [['programs'], ['check', 'unit'], ['server', 'postgres'], ['browser'], ['desktop']]

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
if (only && !stages[only]) {
  console.error(`There is no stage '${only}'. The stages are ${Object.keys(stages).join(', ')}.`)
  process.exit(1)
}

await installMobile()
const total: Result = { passed: 0, failed: 0, failures: [], secondTries: [] }
for (const round of rounds) {
  const names = round.filter(
    (name) => !only || name === only || (name === 'programs' && only !== 'check' && only !== 'desktop'),
  )
  await Promise.all(names.map((name, place) => (place === 0 ? play(name, process.stdout.fd) : playAside(name))))
}
rmSync(results, { recursive: true, force: true })
console.log(`\n${closingLines(total)}`)
process.exitCode = total.failed ? 1 : 0

async function play(name: string, output: Output) {
  const title = titles[name] ?? name
  const { passed, failed, failures, secondTries } = await timed(title, output, () =>
    stages[name]!(output).catch(brokenStage),
  )
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures.map((failure) => `${title}: ${failure}`))
  total.secondTries.push(...secondTries.map((test) => `${title}: ${test}`))
}

/** Its lines come together when it ends, so that those of two stages don't mix. */
async function playAside(name: string) {
  const file = join(results, `${name}.log`)
  await play(name, openSync(file, 'a'))
  process.stdout.write(readFileSync(file))
}

function brokenStage(error: unknown): Result {
  const message = error instanceof Error ? error.message : String(error)
  console.error(message)
  return { ...nothing, failed: 1, failures: [message] }
}

async function timed<T>(title: string, output: Output, work: () => Promise<T>): Promise<T> {
  writeSync(output, `\n— ${title}\n`)
  const started = performance.now()
  const result = await work()
  const failed = result === false || (typeof result === 'object' && (result as unknown as Result).failed > 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  writeSync(output, `— ${title}: ${failed ? 'FAILED' : 'done'} in ${seconds} s\n`)
  return result
}

async function run(
  [command = '', ...args]: string[],
  output: Output,
  environment: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...environment },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

async function vitest(
  project: 'unit' | 'server',
  output: Output,
  environment: Record<string, string> = {},
): Promise<Result> {
  const reportOf = (name: string) => join(results, `${project}-${Object.keys(environment).join()}-${name}.json`)
  const play = (report: string, files: string[]) =>
    run(
      [
        ...[process.execPath, program('vitest/vitest.mjs'), 'run', '--project', project, ...files],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ],
      output,
      environment,
    )
  const [all, again] = [reportOf('all'), reportOf('again')]
  const code = await play(all, [])
  if (!existsSync(all)) return resultOf(code, nothing)
  const files = project === 'server' && process.env.CI ? failedFiles(all, root) : []
  if (files.length === 0 || files.length > MOST_AGAIN) return resultOf(code, vitestResult(all, root))
  // Whole files, each with a database of its own: what the first try left behind is in nobody's way.
  writeSync(output, `\n— again: ${files.join(', ')}\n`)
  const codeAgain = await play(again, files)
  return resultOf(codeAgain, vitestResult(all, root, existsSync(again) ? again : undefined))
}

async function browser(output: Output): Promise<Result> {
  if (globSync('{app,core,features,tests}/**/*.e2e.ts', { cwd: root }).length === 0) {
    console.log('There are no browser tests yet.')
    return nothing
  }
  return playwright('browser', [process.execPath, program('@playwright/test/cli.js'), 'test'], output)
}

/** Where the wrapper can't be built, that is said and is no failure: the product is whole without it. */
async function desktop(output: Output): Promise<Result> {
  const why = prepareDesktop(output)
  if (why) {
    writeSync(output, `${why}\n`)
    return nothing
  }
  const failures = checkWithCargo(output)
  const driven = await playwright('desktop', driveCommand, output)
  return { ...driven, failed: driven.failed + failures.length, failures: [...failures, ...driven.failures] }
}

async function playwright(name: string, command: string[], output: Output): Promise<Result> {
  const file = join(results, `${name}.json`)
  const code = await run([...command, '--reporter=list,json'], output, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return resultOf(code, existsSync(file) ? playwrightResult(file) : nothing)
}

/** A runner that ends badly has failed at something, also where its report names no test. */
function resultOf(code: number, result: Result): Result {
  if (code === 0 || result.failed > 0) return result
  return { ...result, failed: 1, failures: [`The runner ended with ${code} and named no test.`] }
}
