// `npm test` and `npm run test:all` (--all) run stages of checks and tests. A failing stage doesn't stop the others.
// `--only <stage>` runs one of them. `--changed` runs the tests that the working tree's changes affect. CONTRIBUTING.md
// describes what each command covers.
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedPaths, relatedStories, relatedTests } from './changedTests.ts'
import { checksOf } from './check.ts'
import { checkWithCargo, driveCommand, prepareDesktop } from './desktop.ts'
import { installMobile } from './mobilePackages.mjs'
import { type ProgramName, tryInstallPrograms, usualPrograms } from './programs.ts'
import { closingLines, type Result, StageLines } from './stageLines.ts'
import { type Log, runChecks, runRunner } from './stageRuns.ts'

const root = join(import.meta.dirname, '..')
const logs = join(root, '.cache/tests')
const modules = join(root, 'node_modules')
const vitest = [process.execPath, join(modules, 'vitest/vitest.mjs')]
const playwright = [process.execPath, join(modules, '@playwright/test/cli.js'), 'test']

const { only, all, changed } = parseArgs({
  options: { only: { type: 'string' }, all: { type: 'boolean' }, changed: { type: 'boolean' } },
}).values
// Read by the configurations of Vitest and Playwright, and by tests with generated runs.
if (all) process.env.TEST_ALL = '1'
const changes = changed ? changedPaths(root) : null

type Stage = {
  name: string
  title: string
  programs: readonly ProgramName[]
  run: (lines: StageLines) => Promise<void>
}

const stages: Record<string, Stage> = {
  check: {
    name: 'check',
    title: 'checks',
    programs: [],
    run: (lines) => runChecks(checksOf(Boolean(all)), lines),
  },
  unit: { name: 'unit', title: 'unit tests', programs: [], run: (lines) => runVitest(lines, 'unit', ['unit']) },
  server: {
    name: 'server',
    title: 'server tests',
    programs: ['postgres'],
    run: (lines) => runVitest(lines, 'server', ['server', 'embedded']),
  },
  browser: { name: 'browser', title: 'browser stories', programs: ['chromium', 'postgres'], run: runStories },
  desktop: { name: 'desktop', title: 'desktop wrapper', programs: [], run: runDesktop },
}

/** Stages of a round run in parallel. Server and browser tests each keep two cores busy. */
const rounds = [['check', 'unit'], ['server'], ['browser'], ...(all ? [['desktop']] : [])]

const wanted = rounds.flat().filter((name) => !only || name === only)
if (only && wanted.length === 0) {
  console.error(`There’s no stage “${only}”. The stages are ${rounds.flat().join(', ')}.`)
  process.exit(1)
}
if (changes?.length === 0) console.log('Nothing has changed since the last commit.')

const began = performance.now()
mkdirSync(logs, { recursive: true })
if (all) await installMobile()
tryInstallPrograms(all ? usualPrograms : [...new Set(wanted.flatMap((name) => stages[name]!.programs))])
const results: Result[] = []
for (const round of rounds) {
  const names = round.filter((name) => wanted.includes(name))
  results.push(...(await Promise.all(names.map((name) => runStage(stages[name]!)))))
}
console.log(`\n${closingLines(results, (performance.now() - began) / 1000)}`)
process.exitCode = results.some(({ failures }) => failures.length > 0) ? 1 : 0

async function runStage({ name, title, run }: Stage): Promise<Result> {
  const lines = new StageLines(title)
  try {
    await run(lines)
  } catch (error) {
    lines.fail({ path: '', title, reason: String((error as Error).message), rerun: `npm test -- --only ${name}` })
  }
  return lines.end()
}

function logOf(name: string): Log {
  const path = join(logs, `${name}.log`)
  return { path, descriptor: openSync(path, 'w') }
}

async function runVitest(lines: StageLines, name: string, projects: readonly string[]): Promise<void> {
  const files = changes && relatedTests(changes)
  if (files?.length === 0) return lines.skip('no change reaches them')
  const command = [...vitest, ...(files ? ['related', '--run', ...files] : ['run'])]
  await runRunner(
    [
      ...command,
      ...projects.map((project) => `--project=${project}`),
      `--reporter=${join(import.meta.dirname, 'vitestProgress.ts')}`,
      '--reporter=default',
    ],
    lines,
    logOf(name),
  )
}

async function runStories(lines: StageLines): Promise<void> {
  const paths = changes && relatedStories(changes)
  if (paths?.length === 0) return lines.skip('no change reaches them')
  await runPlaywright([...playwright, ...(paths ?? [])], 'browser', lines)
}

/** If the app can't be built here, this doesn't fail, because the product is complete without it. */
async function runDesktop(lines: StageLines): Promise<void> {
  const log = logOf('desktop')
  const why = prepareDesktop(log.descriptor)
  if (why) return lines.skip(why)
  for (const name of checkWithCargo(log.descriptor))
    lines.fail({
      path: 'wrappers/desktop',
      title: name,
      reason: `Its output is in ${log.path}.`,
      rerun: 'npm run desktop',
    })
  await runPlaywright(driveCommand, 'desktopDrives', lines)
}

function runPlaywright(command: string[], name: string, lines: StageLines): Promise<void> {
  const reporter = `--reporter=${join(import.meta.dirname, 'playwrightProgress.ts')},list`
  return runRunner([...command, reporter], lines, logOf(name))
}
