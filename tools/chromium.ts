// The Chromium of browser tests, pictures and benchmarks: the machine's own, so that nothing is downloaded twice.
import { findProgram, installFromDebian, isProgram } from './debian.ts'

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const find = () => findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')

/** Absolute path of a Chromium: PURSUIT_CHROMIUM, one on the path, or Debian's, installed now. Throws a sentence when there is none. */
export function chromiumPath(): string {
  const chosen = process.env.PURSUIT_CHROMIUM
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`PURSUIT_CHROMIUM names '${chosen}', which is not a program.`)
    return chosen
  }
  const found = find()
  if (found) return found
  installFromDebian('chromium', 'A browser test')
  const installed = find()
  if (!installed) throw new Error('Chromium was installed and still is not on the path.')
  return installed
}
