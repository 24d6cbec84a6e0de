import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { removeWritten } from './removeWritten.ts'

const folder = mkdtempSync(join(tmpdir(), 'pursuit-written-'))
afterAll(() => rmSync(folder, { recursive: true }))
const aFile = (name: string) => createWriteStream(join(folder, name))

test('A file that is being opened, written or is whole leaves nothing behind; nor does one that could not be opened', async () => {
  const opening = Array.from({ length: 50 }, (_, at) => aFile(`opening ${at}`))
  await Promise.all(opening.map(removeWritten))
  const writing = aFile('writing')
  await new Promise((resolve) => writing.write('half', resolve))
  await removeWritten(writing)
  const whole = aFile('whole')
  await new Promise((resolve) => whole.end('all', () => resolve(undefined)))
  await removeWritten(whole)
  const nowhere = aFile('no folder/name').on('error', () => undefined)
  await removeWritten(nowhere)
  await removeWritten(nowhere)
  await setTimeout(50)
  expect(readdirSync(folder)).toEqual([])
})
