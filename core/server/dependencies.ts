import { Resolver } from 'node:dns/promises'
import type { ExternalService } from './externalService.ts'
import type { FilingSettings } from './filingSettings.ts'
import { type ListedInstances, onlyInstance } from './instances.ts'
import type { OutboundLimits } from './outboundAddress.ts'
import type { BulkEmailSettings } from './outgoing/bulk.ts'
import { type ReadPdf, sanitizePdf } from './pdf/sanitizePdf.ts'
import { ephemeralBox, type SecretBox } from './secretBox.ts'
import type { ServiceAccount } from './serviceToken.ts'

/** Each record is joined from its pieces. Throws if no response arrives. */
export type ReadTxt = (name: string) => Promise<string[]>

export type Dependencies = {
  instances: ListedInstances
  /** Current public root, or null for the request's. */
  siteUrl: () => string | null
  /** Encrypts secrets that must be readable again. */
  box: SecretBox
  /** For requests to servers that people entered. */
  limits: OutboundLimits
  readTxt: ReadTxt
  readPdf: ReadPdf
  /** Null means the built-in hosting. */
  videoHost: ExternalService | null
  /** Null means the built-in dashboard. */
  kpi: ExternalService | null
  /** Sends bulk email. Null leaves it queued. */
  mail: BulkEmailSettings | null
  /** Authenticates bounce reports. Null accepts none. */
  bounceKey: string | null
  /** Null turns email filing off. */
  filing: FilingSettings | null
  linkServices: LinkServices
}

/** Accounts at services that describe shared links only to registered clients. */
export type LinkServices = {
  drive: ServiceAccount | null
  oneDrive: ServiceAccount | null
  /** Replacement origins by host, for tests. */
  instead: Readonly<Record<string, string>>
}

export const outboundLimits = { milliseconds: 8000, bytes: 512 * 1024 } as const

/** Defaults to a standalone server. Without a box, secrets are readable only until the process ends. */
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
  filing: null,
  linkServices: { drive: null, oneDrive: null, instead: {} },
  ...given,
})

/** Uses the system's DNS servers, or those given as 'address' or 'address:port'. */
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
