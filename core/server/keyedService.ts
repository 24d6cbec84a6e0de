// A service outside that is reached at an address with a key, as the environment says it: none, or all of it.
import { StartupError } from './cannotStart.ts'

/** `url` without a slash at its end. `origins`: where what it shows in our pages comes from. */
export type ExternalService = { url: string; key: string; origins: readonly string[] }

/** Its variables, and what an address looks like. */
type Named = { address: string; key: string; origins: string; example: string }

/** Throws a sentence for the person who set it wrongly. */
export function readKeyedService(env: NodeJS.ProcessEnv, named: Named): ExternalService | null {
  const [address, key] = [env[named.address], env[named.key]]
  if (!address && !key) return null
  if (!address) throw new StartupError(`${named.key} has no effect without ${named.address}. Set both, or neither.`)
  if (!key) throw new StartupError(`${named.address} also needs ${named.key}, the key from that service.`)
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new StartupError(`${named.address} must look like ${named.example}.`)
  if (!/^[\x21-\x7e]+$/.test(key)) throw new StartupError(`${named.key} contains characters that a key can’t have.`)
  const origins = readOrigins(named.origins, env[named.origins] || url.origin)
  return { url: url.href.replace(/\/$/, ''), key, origins }
}

/** Pages show what is there: https alone. */
function readOrigins(name: string, text: string): string[] {
  return text.split(',').map((entry) => {
    const origin = URL.parse(entry.trim().replace(/^http:/, 'https:'))?.origin
    if (!origin?.startsWith('https://'))
      throw new StartupError(
        `${name} contains “${entry}”. Each entry must be an origin, such as https://service.example.`,
      )
    return origin
  })
}
