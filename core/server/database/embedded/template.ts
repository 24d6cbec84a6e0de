// Caches a template cluster per engine version, because creating one takes seconds.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeDirectory } from '../../makeDirectory.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const packageFile = join(dirname(require.resolve('@electric-sql/pglite')), '..', 'package.json')
export const engineVersion: string = require(packageFile).version
/** Its PostgreSQL version, which decides whether a directory is readable. */
export const enginePostgres = '18'

/** Next to the packages that built it, or in the temporary folder. */
export function cacheDirectory(): string {
  const beside = join(dirname(packageFile), '..', '..', '.cache', 'pursuit')
  try {
    makeDirectory(beside)
    return beside
  } catch {
    const temporary = join(tmpdir(), `pursuit-cache-${process.getuid?.() ?? 'user'}`)
    makeDirectory(temporary)
    return temporary
  }
}

/**
 * Builds the directory with `make` if it is missing. Concurrent processes each build one, and the first to finish wins.
 */
export async function cachedDirectory(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const cache = cacheDirectory()
  const ready = join(cache, name)
  if (existsSync(ready)) return ready
  const making = mkdtempSync(join(cache, `making-${name}-`))
  try {
    await make(making)
    renameSync(making, ready)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(ready)) throw error
  }
  return ready
}

export const emptyCluster = () =>
  cachedDirectory(`cluster-${engineVersion}`, async (directory) => {
    await run(process.execPath, [join(import.meta.dirname, 'initCluster.ts'), directory])
  })

export function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true, force: true, mode: 0 })
}
