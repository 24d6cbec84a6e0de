/** `production`: what running needs, the build of the client too. `all`: what tests and checks need besides. */
export type PackageSet = 'production' | 'all'

/** What has to be installed; null where all that is wanted is there. `stamp`: of the last installation, if there was one; `lock`: hash of the lock file. */
export function setToInstall(stamp: string | undefined, lock: string, wanted: PackageSet): PackageSet | null

/** What is noted once that set is installed. */
export function stampOf(lock: string, set: PackageSet): string

/** For npm. */
export function optionOf(set: PackageSet): string
