// The mobile app is a separate package with its own lock file, for its types, tests, and page.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './children.mjs'
import { npm, pathWithoutPackages, patience, root } from './install.mjs'

const folder = join(root, 'wrappers/mobile')
const stampFile = join(folder, 'node_modules/.pursuit-lock')

/** Takes a few seconds and leaves out the tools that build the app. Throws a sentence when it can't install. */
export async function installMobile() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const [command, ...args] = npm()
  const result = await runQuietly(
    command,
    [...args, 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', ...patience],
    { cwd: folder, env: { ...process.env, PATH: pathWithoutPackages() } },
  )
  if (result.code !== 0)
    throw new Error(`${result.output}\nThe packages of wrappers/mobile could not be installed; what npm said is above.`)
  writeFileSync(stampFile, stamp)
}
