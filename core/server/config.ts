import { resolve } from 'node:path'
import { CannotStart } from '#core/server/cannotStart.ts'
import type { FcmSettings } from '#core/server/outgoing/fcm.ts'
import { readFcmAccount } from '#core/server/outgoing/fcmAccount.ts'
import { isSender } from '#core/server/outgoing/sender.ts'
import { addressesOf } from './database/postgres/primary.ts'
import { type FileSettings, readFileSettings } from './files/settings.ts'
import { type LogLevel, logLevels } from './http/log.ts'
import { type Instances, readInstances } from './instances.ts'
import { type KeyedService, readKeyedService } from './keyedService.ts'
import type { MetricsAddress } from './metrics.ts'
import { type AllowedHosts, addressProblem, readAllowedHosts } from './outboundAddress.ts'
import { formerNameWarnings, readVariable } from './renamedVariables.ts'
import type { ServiceAccount } from './serviceToken.ts'

export type Config = {
  port: number
  host: string
  /** Where the embedded database, files and the outbox for mail live. */
  directory: string
  /** PostgreSQL instead of the embedded database; several hosts, with commas between them, where one follows the other. */
  databaseUrl: string | undefined
  /** The same database past a pooler in transaction mode, which `databaseUrl` then is: see database/postgres/open.ts. */
  databaseDirectUrl: string | undefined
  /** Make the demo firms on first start. */
  hasDemo: boolean
  /** This deployment and the others beside it, for a database that lists none yet. */
  instances: Instances
  /** The key of this deployment, where it is said. */
  instanceKey: string | undefined
  /** Hosts that may be called though they are inside the house: see outboundAddress.ts. */
  allowedHosts: AllowedHosts
  /** Name servers for proofs of domains, instead of the system's: 'address:port'. */
  nameServers: string[]
  /** What secrets are sealed with; undefined: a key in the data directory. */
  secret: string | undefined
  /** Take another key than the database was used with: that one is lost. */
  isNewSecret: boolean
  /** Milliseconds that calls are still answered after SIGTERM, while others take over: see draining.ts. */
  drain: number
  isTrustingProxy: boolean
  /** Where this process says how it is, if anywhere: see metrics.ts. */
  metrics: MetricsAddress | null
  logLevel: LogLevel
  /** Origins of the mobile wrapper's pages, which call this server from the device. */
  wrapperOrigins: string[]
  /** What people type to come here, for links in what leaves the house. The port on this machine when not given. */
  url: string | undefined
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Mails of digests that each process sends a second, at most; undefined: as fast as the mail server takes them. */
  digestRate: number | undefined
  sms: { url: string | undefined; key: string | undefined; from: string | undefined }
  /** The account by which pushes reach phones. */
  fcm: FcmSettings | null
  /** Where files are kept, if not in the data directory. */
  files: FileSettings
  /** A hosting service for the firms' own videos, instead of the one that is built in. */
  videoHost: KeyedService | null
  /** An external dashboard, instead of the one that is built in. */
  kpi: KeyedService | null
  /** What whoever reports mails that came back says to be let in. */
  bounceKey: string | null
  /** Our accounts at services that tell of shared links what they tell nobody else. */
  services: { drive: ServiceAccount | null; oneDrive: ServiceAccount | null }
}

const video = {
  address: 'PURSUIT_VIDEO_HOST',
  key: 'PURSUIT_VIDEO_KEY',
  origins: 'PURSUIT_VIDEO_ORIGINS',
  example: 'https://api.videos.example/v1',
}
const kpi = {
  address: 'PURSUIT_KPI_URL',
  key: 'PURSUIT_KPI_KEY',
  origins: 'PURSUIT_KPI_ORIGINS',
  example: 'https://api.dashboards.example/v1',
}

/** Reads the environment; throws a sentence for the person who set it wrongly. `warn` gets a sentence for each former name of a variable. */
export function readConfig(env: NodeJS.ProcessEnv, warn: (sentence: string) => void = console.warn): Config {
  for (const sentence of formerNameWarnings(env)) warn(sentence)
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new CannotStart(`PORT is “${env.PORT}”. It must be a number from 0 to 65535.`)
  const databaseUrl = readAddress('DATABASE_URL', env)
  const databaseDirectUrl = readAddress('DATABASE_DIRECT_URL', env)
  if (databaseDirectUrl && !databaseUrl)
    throw new CannotStart(
      'DATABASE_DIRECT_URL bypasses the pooler at DATABASE_URL. Without a pooler, set only DATABASE_URL.',
    )
  const allowlist = readVariable('PURSUIT_OUTBOUND_ALLOWLIST', env)
  const allowedHosts = readAllowedHosts(allowlist.text, allowlist.name)
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    directory: resolve(env.PURSUIT_DATA ?? 'data'),
    databaseUrl,
    databaseDirectUrl,
    hasDemo: env.PURSUIT_DEMO !== '0',
    instances: readInstances(env.PURSUIT_INSTANCE || 'main', env.PURSUIT_INSTANCES),
    instanceKey: env.PURSUIT_INSTANCE || undefined,
    allowedHosts,
    nameServers:
      readVariable('PURSUIT_DNS_SERVERS', env)
        .text?.split(',')
        .map((server) => server.trim()) ?? [],
    secret: env.PURSUIT_SECRET,
    isNewSecret: readVariable('PURSUIT_RESET_SECRET', env).text === '1',
    drain: 1000 * readDrain(env, databaseUrl ? '5' : '0'),
    isTrustingProxy: env.PURSUIT_TRUST_PROXY === '1',
    metrics: readMetrics(env.PURSUIT_METRICS),
    logLevel: readLogLevel(env.PURSUIT_LOG),
    wrapperOrigins: (readVariable('PURSUIT_APP_ORIGINS', env).text ?? 'capacitor://localhost,https://localhost')
      .split(',')
      .filter(Boolean),
    ...readOutgoing(env),
    fcm: readFcm(env, allowedHosts),
    files: readFileSettings(env),
    videoHost: readKeyedService(env, video),
    kpi: readKeyedService(env, kpi),
    bounceKey: readBounceKey(env.PURSUIT_BOUNCE_KEY),
    services: readServices(env),
  }
}

function readAddress(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const address = env[name] || undefined
  if (address && !/^postgres(ql)?:\/\//.test(address))
    throw new CannotStart(`${name} must start with postgres:// or postgresql://.`)
  if (address && !addressesOf(address).every((one) => URL.canParse(one)))
    throw new CannotStart(
      `${name} must look like postgres://user:password@host:5432/database. Encode special characters in the password: @ is %40, / is %2F, # is %23.`,
    )
  return address
}

function readBounceKey(key: string | undefined): string | null {
  if (!key) return null
  if (!/^[\x21-\x7e]{24,}$/.test(key))
    throw new CannotStart(
      'PURSUIT_BOUNCE_KEY must have at least 24 characters and no spaces. Create one with: openssl rand -hex 32',
    )
  return key
}

const readServices = (env: NodeJS.ProcessEnv): Config['services'] => ({
  drive: readAccount(env, 'PURSUIT_DRIVE', {
    service: 'Google Drive',
    tokenUrl: 'https://oauth2.googleapis.com/token',
  }),
  oneDrive: readAccount(env, 'PURSUIT_ONEDRIVE', {
    service: 'OneDrive',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scope: 'https://graph.microsoft.com/Files.Read.All offline_access',
  }),
})

/** All three of them, or none. */
function readAccount(
  env: NodeJS.ProcessEnv,
  name: string,
  service: Pick<ServiceAccount, 'service' | 'tokenUrl' | 'scope'>,
): ServiceAccount | null {
  const names = [`${name}_CLIENT`, `${name}_SECRET`, `${name}_REFRESH`]
  const [clientId, clientSecret, refreshToken] = names.map((one) => env[one]?.trim() ?? '') as [string, string, string]
  const missing = names.filter((one) => !env[one]?.trim())
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new CannotStart(`${missing.join(' and ')} is missing. Set all of ${names.join(', ')}, or none.`)
  return { ...service, clientId, clientSecret, refreshToken }
}

/** A port of this machine, or an address with one. */
function readMetrics(text: string | undefined): MetricsAddress | null {
  if (!text) return null
  const [, bracketed, plain, digits] = /^(?:(?:\[([\da-f:]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65535)
    throw new CannotStart(`PURSUIT_METRICS is “${text}”. It must be a port or host:port, such as 127.0.0.1:9464.`)
  return { host: bracketed ?? plain ?? '127.0.0.1', port }
}

function readLogLevel(text = 'error'): LogLevel {
  const level = logLevels.find((one) => one === text)
  if (!level) throw new CannotStart(`PURSUIT_LOG is “${text}”. It must be one of ${logLevels.join(', ')}.`)
  return level
}

/** Seconds. On the embedded database nobody could take over. */
function readDrain(env: NodeJS.ProcessEnv, otherwise: string): number {
  const { name, text = otherwise } = readVariable('PURSUIT_SHUTDOWN_GRACE_SECONDS', env)
  const seconds = Number(text)
  if (text.trim() === '' || !(seconds >= 0 && seconds <= 300))
    throw new CannotStart(`${name} is “${text}”. It must be a number of seconds from 0 to 300.`)
  return seconds
}

/** How mails, text messages and pushes leave the house. */
function readOutgoing(env: NodeJS.ProcessEnv): Pick<Config, 'url' | 'smtpUrl' | 'mailFrom' | 'digestRate' | 'sms'> {
  const url = env.PURSUIT_URL ? originIn('PURSUIT_URL', env.PURSUIT_URL) : undefined
  const smtpUrl = env.PURSUIT_SMTP_URL || undefined
  if (smtpUrl && (!/^smtps?:\/\//.test(smtpUrl) || !URL.parse(smtpUrl)?.hostname))
    throw new CannotStart('PURSUIT_SMTP_URL must look like smtps://user:password@mail.firm.example.')
  const mailFrom = env.PURSUIT_MAIL_FROM || undefined
  if (mailFrom && !isSender(mailFrom))
    throw new CannotStart('PURSUIT_MAIL_FROM must be an email address, or look like Pursuit <pursuit@firm.example>.')
  const perSecond = readVariable('PURSUIT_DIGEST_PER_SECOND', env)
  const digestRate = perSecond.text ? Number(perSecond.text) : undefined
  if (digestRate !== undefined && !(digestRate > 0 && digestRate <= 100_000))
    throw new CannotStart(
      `${perSecond.name} is “${perSecond.text}”. It must be a number of emails per second, such as 10.`,
    )
  const smsUrl = env.PURSUIT_SMS_URL || undefined
  if (smsUrl && !/^https?:$/.test(URL.parse(smsUrl)?.protocol ?? ''))
    throw new CannotStart('PURSUIT_SMS_URL must start with https:// or http://.')
  return {
    url,
    smtpUrl,
    mailFrom,
    digestRate,
    sms: { url: smsUrl, key: env.PURSUIT_SMS_KEY || undefined, from: env.PURSUIT_SMS_FROM || undefined },
  }
}

/** Throws before anything starts where pushes could not be given away by these settings. */
function readFcm(env: NodeJS.ProcessEnv, allowed: AllowedHosts): FcmSettings | null {
  const { PURSUIT_FCM_ACCOUNT: path, PURSUIT_FCM_URL: origin } = env
  if (!path && origin)
    throw new CannotStart('PURSUIT_FCM_URL has no effect without PURSUIT_FCM_ACCOUNT. Set both, or neither.')
  if (!path) return null
  const account = readFcmAccount('PURSUIT_FCM_ACCOUNT', path)
  const url = origin ? originIn('PURSUIT_FCM_URL', origin) : undefined
  const asked = { 'The token_uri in the file of PURSUIT_FCM_ACCOUNT': account.token_uri, PURSUIT_FCM_URL: url }
  for (const [name, address] of Object.entries(asked)) {
    const problem = address && addressProblem(address, allowed)
    if (problem)
      throw new CannotStart(
        `${name} isn’t allowed. ${problem} To allow it anyway, add its host to ${readVariable('PURSUIT_OUTBOUND_ALLOWLIST', env).name}.`,
      )
  }
  return { account, url }
}

function originIn(name: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new CannotStart(`${name} must look like https://pursuit.firm.example, without a path.`)
  return url.origin
}
