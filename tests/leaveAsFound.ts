// Test files of a worker share their modules and their globals: each leaves them as it found them, also when a test of it failed halfway.
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
