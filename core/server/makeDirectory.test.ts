import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { makeDirectory, makeDirectoryAside } from './makeDirectory.ts'

const place = mkdtempSync(join(tmpdir(), 'pursuit-folders-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

test.each([
  ['at once', async (path: string) => makeDirectory(path)],
  ['aside', makeDirectoryAside],
])("creates a folder (%s) with its parents for this user only, or passes on the system's error", async (name, make) => {
  const inner = join(place, name, 'files', 'waiting')
  await Promise.all([make(inner), make(inner)])
  await make(inner)
  expect(statSync(inner).mode & 0o777).toBe(0o700)
  writeFileSync(join(place, name, 'file'), '')
  await expect(make(join(place, name, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(make('/proc/nowhere/files/waiting')).rejects.toMatchObject({ code: 'ENOENT' })
  mkdirSync(join(place, name, 'more'))
  await make(join(place, name, 'more'))
})

test('is the only module through which the server creates folders', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const found = ['core', 'app', 'features']
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    )
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|e2e)\.tsx?$/.test(name))
    .filter((name) => /\bmkdir(Sync)?\b/.test(readFileSync(join(root, name), 'utf8')))
  expect(found.sort()).toEqual(['core/server/makeDirectory.ts', 'core/server/startupError.ts'])
})
