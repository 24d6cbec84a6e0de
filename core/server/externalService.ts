// An external service's address and key: none, or both.
import { StartupError } from './startupError.ts'

/** `url` has no trailing slash. `origins` serve content in our pages. */
export type ExternalService = { url: string; key: string; origins: readonly string[] }

type Named = { address: string; key: string; origins: string; example: string }

/** Throws a message about an invalid setting. */
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

/** Pages show this content, so only https is allowed. */
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
