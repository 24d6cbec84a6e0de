// Records which packages are installed: those for running, or those for development as well.

/**
 * Returns the set to install, or null if the last installation's stamp covers it. A start never removes packages that a
 * test run has installed.
 */
export function setToInstall(stamp, lock, wanted) {
  // Older stamps are only the lock file's hash and mean all packages.
  const [installedLock, installed = 'all'] = stamp?.split(' ') ?? [undefined, 'none']
  const covers = installed === 'all' || installed === wanted
  if (installedLock === lock && covers) return null
  return installed === 'all' ? 'all' : wanted
}

export const stampOf = (lock, set) => `${lock} ${set}`

/** Always set, because npm would follow NODE_ENV otherwise. */
export const optionOf = (set) => (set === 'all' ? '--include=dev' : '--omit=dev')
