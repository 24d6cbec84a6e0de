import { describe, expect, test } from 'vitest'
import { optionOf, setToInstall, stampOf } from './packageSet.mjs'

const [lock, newLock] = ['5f0c', '91ab']

describe('what has to be installed', () => {
  test('on a fresh clone is what is wanted', () => {
    expect(setToInstall(undefined, lock, 'production')).toBe('production')
    expect(setToInstall(undefined, lock, 'all')).toBe('all')
  })

  test('is nothing where it is there, nor for a start where there is more', () => {
    expect(setToInstall(stampOf(lock, 'production'), lock, 'production')).toBeNull()
    expect(setToInstall(stampOf(lock, 'all'), lock, 'all')).toBeNull()
    expect(setToInstall(stampOf(lock, 'all'), lock, 'production')).toBeNull()
  })

  test('is everything for a test after a start', () => {
    expect(setToInstall(stampOf(lock, 'production'), lock, 'all')).toBe('all')
  })

  test('after the lock file changed is what is wanted, and everything where everything was there', () => {
    expect(setToInstall(stampOf(lock, 'production'), newLock, 'production')).toBe('production')
    expect(setToInstall(stampOf(lock, 'production'), newLock, 'all')).toBe('all')
    expect(setToInstall(stampOf(lock, 'all'), newLock, 'production')).toBe('all')
  })

  test('is known of stamps from before there were two sets, which are of all packages', () => {
    expect(setToInstall(lock, lock, 'all')).toBeNull()
    expect(setToInstall(lock, lock, 'production')).toBeNull()
    expect(setToInstall(lock, newLock, 'production')).toBe('all')
  })
})

test('npm is told which set, whatever the environment says', () => {
  expect(optionOf('production')).toBe('--omit=dev')
  expect(optionOf('all')).toBe('--include=dev')
})
