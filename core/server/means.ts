// What a server is set up with, as far as features care.
import { Resolver } from 'node:dns/promises'
import { type ListedInstances, onlyInstance } from './instances.ts'
import type { ExternalService } from './keyedService.ts'
import type { OutboundLimits } from './outboundAddress.ts'
import type { BulkEmailSettings } from './outgoing/bulk.ts'
import { type ReadPdf, sanitizePdf } from './pdf/makeHarmless.ts'
import { ephemeralBox, type SecretBox } from './secretBox.ts'
import type { ServiceAccount } from './serviceToken.ts'

/** All TXT records of a name, the pieces of each joined; none for a name that has none. Throws when no answer comes. */
export type ReadTxt = (name: string) => Promise<string[]>

export type Dependencies = {
  /** This deployment and those beside it. */
  instances: ListedInstances
  /** The site's root as people reach it now; null: as the request was addressed. */
  siteUrl: () => string | null
  /** Seals secrets that have to be read again. */
  box: SecretBox
  /** For each request to a server that somebody named. */
  limits: OutboundLimits
  readTxt: ReadTxt
  /** Makes PDFs that people send harmless. */
  readPdf: ReadPdf
  /** A hosting service for the firms' own videos; null: the one that is built in. */
  videoHost: ExternalService | null
  /** An external dashboard; null: the one that is built in. */
  kpi: ExternalService | null
  /** How mails leave that features send by the thousand; null: they wait. */
  mail: BulkEmailSettings | null
  /** What whoever reports mails that came back says to be let in; null: nobody reports. */
  bounceKey: string | null
  linkServices: LinkServices
}

/** Our accounts at services that tell of shared links what they tell nobody else. */
export type LinkServices = {
  drive: ServiceAccount | null
  oneDrive: ServiceAccount | null
  /** Hosts that are reached at another origin, for tests. */
  instead: Readonly<Record<string, string>>
}

export const outboundLimits = { milliseconds: 8000, bytes: 512 * 1024 } as const

/** What is not given is as on a machine of its own; without a box, secrets are readable until the process ends. */
export const dependenciesWith = (given: Partial<Dependencies> = {}): Dependencies => ({
  instances: onlyInstance(),
  siteUrl: () => null,
  box: ephemeralBox,
  limits: { allowed: [], ...outboundLimits },
  readTxt: txtReader(),
  readPdf: sanitizePdf,
  videoHost: null,
  kpi: null,
  mail: null,
  bounceKey: null,
  linkServices: { drive: null, oneDrive: null, instead: {} },
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
