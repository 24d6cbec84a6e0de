// These tests pollute the prototype and clean up afterwards.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseInheritedKeys } from './health.ts'
import { runInSubprocess } from './subprocess.ts'

function whilePolluted<T>(work: () => T): T {
  const key = { value: 'x', enumerable: true, configurable: true, writable: true }
  Object.defineProperty(Object.prototype, 'PURSUIT_PROBE', key)
  try {
    return work()
  } finally {
    delete (Object.prototype as { PURSUIT_PROBE?: string }).PURSUIT_PROBE
  }
}

test('passes no inherited key to a child process as an environment variable', async () => {
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

test('reports a process as unhealthy if its objects inherit a key', () => {
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
