// Which of the packages of the lock file are installed: those that the product runs on, or those for development too.

/**
 * What has to be installed, from what the stamp of the last installation says: null where all that is wanted is there.
 * Whoever had everything keeps it: a start takes nothing away that a test has brought.
 */
export function setToInstall(stamp, lock, wanted) {
  // Before there were two sets, a stamp was the lock file's hash alone, of all packages.
  const [installedLock, installed = 'all'] = stamp?.split(' ') ?? [undefined, 'none']
  const covers = installed === 'all' || installed === wanted
  if (installedLock === lock && covers) return null
  return installed === 'all' ? 'all' : wanted
}

export const stampOf = (lock, set) => `${lock} ${set}`

/** Said in both cases: npm would follow NODE_ENV otherwise. */
export const optionOf = (set) => (set === 'all' ? '--include=dev' : '--omit=dev')
