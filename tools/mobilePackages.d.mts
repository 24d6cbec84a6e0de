/** Installs the mobile app's missing packages. Throws a sentence when it can't. */
export function installMobile(): Promise<void>
