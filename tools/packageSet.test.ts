import { describe, expect, test } from 'vitest'
import { optionOf, setToInstall, stampOf } from './packageSet.mjs'

const [lock, newLock] = ['5f0c', '91ab']

describe('packages to install', () => {
  test('are the requested set on a fresh clone', () => {
    expect(setToInstall(undefined, lock, 'production')).toBe('production')
    expect(setToInstall(undefined, lock, 'all')).toBe('all')
  })

  test('are none if the set or a larger one is installed', () => {
    expect(setToInstall(stampOf(lock, 'production'), lock, 'production')).toBeNull()
    expect(setToInstall(stampOf(lock, 'all'), lock, 'all')).toBeNull()
    expect(setToInstall(stampOf(lock, 'all'), lock, 'production')).toBeNull()
  })

  test('are all for a test after a start', () => {
    expect(setToInstall(stampOf(lock, 'production'), lock, 'all')).toBe('all')
  })

  test('are the requested set after a lock file change, or all if all were installed', () => {
    expect(setToInstall(stampOf(lock, 'production'), newLock, 'production')).toBe('production')
    expect(setToInstall(stampOf(lock, 'production'), newLock, 'all')).toBe('all')
    expect(setToInstall(stampOf(lock, 'all'), newLock, 'production')).toBe('all')
  })

  test('treat stamps from before there were two sets as all packages', () => {
    expect(setToInstall(lock, lock, 'all')).toBeNull()
    expect(setToInstall(lock, lock, 'production')).toBeNull()
    expect(setToInstall(lock, newLock, 'production')).toBe('all')
  })
})

test('passes the set to npm regardless of the environment', () => {
  expect(optionOf('production')).toBe('--omit=dev')
  expect(optionOf('all')).toBe('--include=dev')
})
