import fs, { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { removeWritten } from './removeWritten.ts'

const folder = mkdtempSync(join(tmpdir(), 'pursuit-written-'))
afterAll(() => rmSync(folder, { recursive: true }))
const OPENS_IN = 100
/** Simulates a disk that is slow to open a file. */
const slow = {
  ...fs,
  open: (...given: Parameters<typeof fs.open>) => void setTimeout(OPENS_IN).then(() => fs.open(...given)),
}

test('removes a file that is opening, being written, or complete, and tolerates one that failed to open', async () => {
  await removeWritten(createWriteStream(join(folder, 'opening'), { fs: slow }))
  const writing = createWriteStream(join(folder, 'writing'))
  await new Promise((resolve) => writing.write('half', resolve))
  await removeWritten(writing)
  const whole = createWriteStream(join(folder, 'whole'))
  await new Promise((resolve) => whole.end('all', () => resolve(undefined)))
  await removeWritten(whole)
  const nowhere = createWriteStream(join(folder, 'no folder/name')).on('error', () => undefined)
  await removeWritten(nowhere)
  await removeWritten(nowhere)
  await setTimeout(2 * OPENS_IN)
  expect(readdirSync(folder)).toEqual([])
})
