// `npm run check` runs every check that needs no server and no browser, even after one fails. `--all` or TEST_ALL=1
// adds the mobile app.
import { fileURLToPath } from 'node:url'
import { runQuietly } from './children.mjs'
import { installMobile } from './mobilePackages.mjs'

export type Check = {
  name: string
  command: string[]
  /** Checks of a round run in parallel. The second needs the declarations that the first one writes. */
  round: 1 | 2
}

const bin = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))

/**
 * The other zones read the pure zone's declarations, whose inference took half of the server zone's time. Checkers in
 * one process share no types: the default of four takes more than twice the time and memory of one. So each zone has
 * one, and zones run in parallel.
 */
const types = (zone: string, round: Check['round']): Check => ({
  name: `types of the ${zone} zone`,
  command: [bin('tsc'), '-b', `tsconfig.${zone}.json`, '--checkers', '1'],
  round,
})

/** `isFull` adds the mobile app, whose packages are installed separately. */
export const checksOf = (isFull: boolean): Check[] => [
  types('pure', 1),
  {
    name: 'lint and format',
    command: [bin('biome'), 'ci', '--max-diagnostics=20', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
    round: 1,
  },
  {
    name: 'boundaries and names',
    command: [process.execPath, fileURLToPath(new URL('checkBoundaries.ts', import.meta.url))],
    round: 1,
  },
  {
    name: 'migrations are compatible with the previous version',
    command: [process.execPath, fileURLToPath(new URL('checkMigrations.ts', import.meta.url))],
    round: 1,
  },
  {
    name: 'words, names, and documents',
    command: [process.execPath, fileURLToPath(new URL('checkLanguage.ts', import.meta.url))],
    round: 1,
  },
  types('server', 2),
  types('client', 2),
  ...(isFull ? [types('mobile', 2)] : []),
]

export const roundsOf = (checks: readonly Check[]): Check[][] => [...Map.groupBy(checks, ({ round }) => round).values()]

/** Prints a check's output at its end, so that two checks don't mix. */
async function holds({ name, command: [program = '', ...args] }: Check): Promise<boolean> {
  const { code, output } = await runQuietly(program, args)
  process.stdout.write(`\n— ${name}\n${output}`)
  return code === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isFull = process.env.TEST_ALL === '1' || process.argv.includes('--all')
  if (isFull) await installMobile()
  const failed: string[] = []
  for (const round of roundsOf(checksOf(isFull)))
    await Promise.all(
      round.map(async (check) => {
        if (!(await holds(check))) failed.push(check.name)
      }),
    )
  console.log(failed.length ? `\nFailed: ${failed.join(', ')}` : '\nAll checks passed.')
  process.exitCode = failed.length ? 1 : 0
}
