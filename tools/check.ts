// `npm run check`: all that needs no server and no browser. Each check runs whether or not another failed.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installMobile } from './mobilePackages.mjs'

const bin = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))
const types = (zone: string) => ({
  name: `types of the ${zone} zone`,
  command: [bin('tsc'), '-p', `tsconfig.${zone}.json`],
})

export type Check = { name: string; command: string[] }

export const checksOf = (_isFull: boolean): Check[] => [
  types('pure'),
  types('server'),
  types('client'),
  {
    name: 'lint and format',
    command: [bin('biome'), 'ci', '--max-diagnostics=20', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
  },
  {
    name: 'boundaries and names',
    command: [process.execPath, fileURLToPath(new URL('checkBoundaries.ts', import.meta.url))],
  },
  {
    name: 'migrations that the version before survives',
    command: [process.execPath, fileURLToPath(new URL('checkMigrations.ts', import.meta.url))],
  },
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installMobile()
  const failed = checksOf(false).filter(({ name, command: [program = '', ...args] }) => {
    console.log(`\n— ${name}`)
    return spawnSync(program, args, { stdio: 'inherit' }).status !== 0
  })
  console.log(failed.length ? `\nFailed: ${failed.map(({ name }) => name).join(', ')}` : '\nAll checks passed.')
  process.exitCode = failed.length ? 1 : 0
}
