/** Installs what the mobile wrapper lacks. Throws a sentence when it can't. */
export function installMobile(): Promise<void>
