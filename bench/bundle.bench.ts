// The size of what a browser loads before the first dashboard: the entry, the files it preloads, and the dashboard,
// with all imports.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildClient } from '#tools/clientBuild.mjs'
import { print } from './support/figures.ts'

await buildClient(process.execPath)
const root = join(import.meta.dirname, '../dist/client')
const page = readFileSync(join(root, 'index.html'), 'utf8')
const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!.slice(1))
const all = new Set<string>()
for (const file of named) collect(file)
const entry = sizeOf(all)
for (const part of ['inside', 'tracker']) {
  const file = dynamicOf(all).find((path) => path.includes(`/${part}-`))
  if (!file) throw new Error(`The client has no part named ${part} any more.`)
  collect(file)
}
const styles = ['first', 'inside', 'tracker'].flatMap((part) => globSync(`assets/${part}-*.css`, { cwd: root }))

print({
  name: 'JavaScript of the first dashboard, gzip',
  value: sizeOf(all),
  unit: 'kB',
  goal: { most: 170.3 },
  detail: `${all.size} files; the entry alone ${entry.toFixed(0)} kB`,
})
print({ name: 'style sheets of the first dashboard, gzip', value: sizeOf(styles), unit: 'kB', goal: { most: 10 } })

function collect(file: string): void {
  if (all.has(file) || !existsSync(join(root, file))) return
  all.add(file)
  for (const other of importsOf(file)) collect(other)
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g)].map(([, path]) =>
    normalize(join(dirname(file), path!)),
  )
}

/** Files that load later, when a person opens them. */
function dynamicOf(files: Iterable<string>): string[] {
  return [...files].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/import\(\s*["'`](\.\/[^"'`]+\.js)["'`]\s*\)/g)].map(
      ([, path]) => normalize(join(dirname(file), path!)),
    ),
  )
}

function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length, 0) / 1000
}
