// Settings of email filing: the domain of the filing addresses, and the ways in which their email arrives.
import { isIP } from 'node:net'
import { readListenAddress } from './listenAddress.ts'
import { emailSender } from './outgoing/sender.ts'
import { readSharedKey } from './sharedKeys.ts'
import { StartupError } from './startupError.ts'

export type FilingSettings = {
  /** The part behind the @ of filing addresses. */
  domain: string
  /** The SMTP listener. Null accepts email only by HTTP. */
  listen: { host: string; port: number } | null
  /** Paths of the certificate and its key for STARTTLS. */
  tls: { certificate: string; key: string } | null
  /** Authenticates the gateway that posts emails. Null accepts none by HTTP. */
  key: string | null
  gateway: FilingGateway | null
  /** DNS servers for DKIM and SPF, 'address:port'. Defaults to the system's. */
  nameServers: readonly string[]
  /** The address that Pursuit itself sends from. */
  ownSender: string | null
}

export type FilingGateway = {
  /** The authserv-id of its Authentication-Results. */
  name: string
  /** IP addresses and networks from which it connects by SMTP. */
  networks: readonly string[]
}

type Given = { host: string; nameServers: readonly string[]; mailFrom: string | undefined }

const parts = [
  'PURSUIT_FILING_PORT',
  'PURSUIT_FILING_KEY',
  'PURSUIT_FILING_CERTIFICATE',
  'PURSUIT_FILING_CERTIFICATE_KEY',
  'PURSUIT_FILING_GATEWAY',
  'PURSUIT_FILING_GATEWAY_IPS',
] as const

/** Returns null without a domain. Throws a message for the operator about an invalid setting. */
export function readFilingSettings(env: NodeJS.ProcessEnv, given: Given): FilingSettings | null {
  const domain = env.PURSUIT_FILING_DOMAIN?.trim().toLowerCase()
  if (!domain) {
    const useless = parts.find((name) => env[name]?.trim())
    if (useless) throw new StartupError(`${useless} has no effect without PURSUIT_FILING_DOMAIN. Set both, or neither.`)
    return null
  }
  if (!isDomain(domain))
    throw new StartupError('PURSUIT_FILING_DOMAIN must be a domain of its own, such as file.pursuit.firm.example.')
  const listen = readListenAddress('PURSUIT_FILING_PORT', env.PURSUIT_FILING_PORT, given.host, '0.0.0.0:25')
  const key = readSharedKey(env, 'PURSUIT_FILING_KEY')
  if (!listen && !key)
    throw new StartupError(
      'PURSUIT_FILING_DOMAIN is set, but no email can arrive. Set PURSUIT_FILING_PORT, PURSUIT_FILING_KEY, or both.',
    )
  return {
    domain,
    listen,
    tls: readTls(env),
    key,
    gateway: readGateway(env),
    nameServers: given.nameServers,
    ownSender: given.mailFrom ? emailSender(given.mailFrom, 'http://localhost').address.toLowerCase() : null,
  }
}

const isDomain = (text: string) =>
  text.length <= 200 && /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(text)

function readTls(env: NodeJS.ProcessEnv): FilingSettings['tls'] {
  const certificate = env.PURSUIT_FILING_CERTIFICATE?.trim() || undefined
  const key = env.PURSUIT_FILING_CERTIFICATE_KEY?.trim() || undefined
  if (!certificate && !key) return null
  if (!certificate || !key)
    throw new StartupError(
      'PURSUIT_FILING_CERTIFICATE and PURSUIT_FILING_CERTIFICATE_KEY belong together. Set both, or neither.',
    )
  return { certificate, key }
}

function readGateway(env: NodeJS.ProcessEnv): FilingGateway | null {
  const name = env.PURSUIT_FILING_GATEWAY?.trim().toLowerCase() || undefined
  const networks = (env.PURSUIT_FILING_GATEWAY_IPS ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (!name) {
    if (networks.length > 0)
      throw new StartupError('PURSUIT_FILING_GATEWAY_IPS has no effect without PURSUIT_FILING_GATEWAY. Set both.')
    return null
  }
  if (!/^[a-z\d][a-z\d._-]{0,252}$/.test(name))
    throw new StartupError(
      'PURSUIT_FILING_GATEWAY must be the name at the start of the gateway’s Authentication-Results, such as mx.firm.example.',
    )
  const wrong = networks.find((one) => !isNetwork(one))
  if (wrong !== undefined)
    throw new StartupError(
      `PURSUIT_FILING_GATEWAY_IPS contains “${wrong}”. Each entry must be an IP address or a network such as 192.0.2.0/24.`,
    )
  return { name, networks }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
