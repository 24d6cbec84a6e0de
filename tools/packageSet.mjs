// Which of the packages of the lock file are installed: those that the product runs on, or those for development too.

/**
 * Returns the set to install, or null if the stamp of the last installation covers it. A start never removes packages that a test
 * run has installed.
 */
export function setToInstall(stamp, lock, wanted) {
  // Older stamps are the lock file's hash alone, and stand for all packages.
  const [installedLock, installed = 'all'] = stamp?.split(' ') ?? [undefined, 'none']
  const covers = installed === 'all' || installed === wanted
  if (installedLock === lock && covers) return null
  return installed === 'all' ? 'all' : wanted
}

export const stampOf = (lock, set) => `${lock} ${set}`

/** Always given, because npm would follow NODE_ENV otherwise. */
export const optionOf = (set) => (set === 'all' ? '--include=dev' : '--omit=dev')
