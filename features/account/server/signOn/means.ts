// What single sign-on needs of the machine it runs on.
import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { OutboundLimits } from '#core/server/outboundAddress.ts'
import { openSecretBox, type SecretBox } from '#core/server/secretBox.ts'

/** All TXT records of a name, the pieces of each joined; none for a name that has none. Throws when no answer comes. */
export type ReadTxt = (name: string) => Promise<string[]>

export type SignOnMeans = {
  /** The site's root as people reach it; null: as the request was addressed. */
  url: string | null
  box: SecretBox
  /** For each request to a provider. */
  limits: OutboundLimits
  readTxt: ReadTxt
}

export const outboundLimits = { milliseconds: 8000, bytes: 512 * 1024 } as const

/** What is not given is as on a machine of its own; without a box, secrets are readable until the process ends. */
export const signOnMeans = (given: Partial<SignOnMeans> = {}): SignOnMeans => ({
  url: null,
  box: openSecretBox(randomBytes(32)),
  limits: { allowed: [], ...outboundLimits },
  readTxt: txtReader(),
  ...given,
})

/** Asks the system's name servers, or those given as 'address' or 'address:port'. */
export function txtReader(servers: string[] = []): ReadTxt {
  return async (name) => {
    const resolver = new Resolver({ timeout: 3000, tries: 2 })
    if (servers.length) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOTFOUND' || code === 'ENODATA') return []
      throw error
    }
  }
}
