import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const reachesServer = (file: string) =>
  /(from|import\()\s*'[^']*(\b(server|database)\b|#tests\/api|House)[^']*'/.test(readFileSync(join(root, file), 'utf8'))

/** All test files, told apart by a pattern: a server test is one that imports something of a server side, a database, or the server that tests call. Those run again on a real PostgreSQL. */
export function testFiles(): { unit: string[]; server: string[] } {
  const all = globSync('{core,features,app,tools,tests,bench}/**/*.test.{ts,tsx}', { cwd: root }).sort()
  return { unit: all.filter((file) => !reachesServer(file)), server: all.filter(reachesServer) }
}
