// Protections that still hold in a process in which every object inherits a key. These tests pollute it, and clean up after themselves.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInSubprocess } from './apart.ts'
import { refuseInheritedKeys } from './health.ts'

function whilePolluted<T>(work: () => T): T {
  const key = { value: 'x', enumerable: true, configurable: true, writable: true }
  Object.defineProperty(Object.prototype, 'PURSUIT_PROBE', key)
  try {
    return work()
  } finally {
    delete (Object.prototype as { PURSUIT_PROBE?: string }).PURSUIT_PROBE
  }
}

test('a child process gets no inherited key as a variable of its environment', async () => {
  const said = await whilePolluted(() =>
    runInSubprocess<{ variables: string[] }, { variables: string[] }>({
      program: join(import.meta.dirname, 'testing/sayEnvironment.ts'),
      seconds: 20,
      memoryBytes: 512 * 1024 * 1024,
      first: 'say',
      hear: (message) => message,
    }),
  )
  expect(said).toEqual({ variables: expect.not.arrayContaining(['PURSUIT_PROBE']) })
})

test('a process in which objects inherit a key is not well', () => {
  expect(refuseInheritedKeys).not.toThrow()
  const look = whilePolluted(() => {
    try {
      return refuseInheritedKeys()
    } catch (error) {
      return error
    }
  })
  expect(String(look)).toContain('Start Pursuit again')
})
