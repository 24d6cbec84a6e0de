/** `production` is for running, including the client build. `all` adds tests and checks. */
export type PackageSet = 'production' | 'all'

/** Returns the set to install, or null if nothing is missing. `stamp` is from the last installation. `lock` is the hash of the lock file. */
export function setToInstall(stamp: string | undefined, lock: string, wanted: PackageSet): PackageSet | null

/** Returns the stamp for an installed set. */
export function stampOf(lock: string, set: PackageSet): string

/** Returns npm's option for a set. */
export function optionOf(set: PackageSet): string
