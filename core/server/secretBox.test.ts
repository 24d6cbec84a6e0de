import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSecretBox, readSecret, storeNewSecret } from './secretBox.ts'

const box = openSecretBox(Buffer.from('k'.repeat(32)))

test('decrypts a secret only for its own place and never encrypts it the same way twice', () => {
  const sealed = box.seal('pâss', 'firm/a')
  expect(box.open(sealed, 'firm/a')).toBe('pâss')
  expect(box.open(sealed, 'firm/b')).toBeNull()
  expect(openSecretBox(Buffer.from('l'.repeat(32))).open(sealed, 'firm/a')).toBeNull()
  expect(box.seal('pâss', 'firm/a').equals(sealed)).toBe(false)
  expect(sealed.includes('pâss')).toBe(false)
  for (let at = 0; at < sealed.length; at++) {
    const damaged = Buffer.from(sealed)
    damaged[at]! ^= 1
    expect(box.open(damaged, 'firm/a')).toBeNull()
  }
  expect(box.open(Buffer.alloc(0), 'firm/a')).toBeNull()
})

test('derives a stable key that differs for each place and each main key', () => {
  const other = openSecretBox(Buffer.from('l'.repeat(32)))
  const keys = [box.keyFor('firm/a'), box.keyFor('firm/b'), other.keyFor('firm/a')]
  expect(new Set(keys.map((one) => one.toString('hex'))).size).toBe(3)
  expect(keys[0]!.equals(openSecretBox(Buffer.from('k'.repeat(32))).keyFor('firm/a'))).toBe(true)
  expect(keys[0]!.length).toBe(32)
})

test('creates the key once in the data directory, readable only by its owner, unless one is given', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-secret-'))
  try {
    const inside = join(directory, 'data')
    expect(readSecret(undefined, inside)).toBeNull()
    const first = storeNewSecret(inside)
    expect(storeNewSecret(inside).equals(first)).toBe(true)
    expect(readdirSync(inside)).toEqual(['secret.key'])
    expect(first.length).toBe(64)
    expect(readSecret('', inside)?.equals(first)).toBe(true)
    expect(statSync(join(inside, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(inside, 'secret.key'), 'utf8')).toBe(first.toString())
    expect(readSecret('s'.repeat(40), inside)?.toString()).toBe('s'.repeat(40))
    expect(() => readSecret('short', inside)).toThrow('at least 32 characters')
    writeFileSync(join(inside, 'secret.key'), '')
    expect(() => readSecret(undefined, inside)).toThrow('doesn’t contain a key')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
