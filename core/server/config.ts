import { resolve } from 'node:path'
import type { FcmSettings } from '#core/server/outgoing/fcm.ts'
import { readFcmAccount } from '#core/server/outgoing/fcmAccount.ts'
import { isSender } from '#core/server/outgoing/sender.ts'
import { StartupError } from '#core/server/startupError.ts'
import { addressesOf } from './database/postgres/primary.ts'
import { type ExternalService, readKeyedService } from './externalService.ts'
import { type FileSettings, readFileSettings } from './files/settings.ts'
import { type FilingSettings, readFilingSettings } from './filingSettings.ts'
import { type LogLevel, logLevels } from './http/log.ts'
import { type ListedInstances, readInstances } from './instances.ts'
import { readListenAddress } from './listenAddress.ts'
import type { MetricsAddress } from './metrics.ts'
import { type AllowedHosts, addressProblem, readAllowedHosts } from './outboundAddress.ts'
import { formerNameWarnings, readVariable } from './renamedVariables.ts'
import type { ServiceAccount } from './serviceToken.ts'
import { readSharedKey } from './sharedKeys.ts'

export type Config = {
  port: number
  host: string
  /** Directory of the embedded database, files, and email outbox. */
  directory: string
  /** PostgreSQL instead of the embedded database. Separate replicated hosts with commas. */
  databaseUrl: string | undefined
  /** The same database without the pooler that `databaseUrl` points to. See `database/postgres/open.ts`. */
  databaseDirectUrl: string | undefined
  hasDemo: boolean
  /** This deployment and its peers, if the database lists none yet. */
  instances: ListedInstances
  instanceKey: string | undefined
  /** Internal hosts that outbound calls can reach. See `outboundAddress.ts`. */
  allowedHosts: AllowedHosts
  /** DNS servers for domain verification, 'address:port'. Defaults to the system's. */
  nameServers: string[]
  /** Encrypts stored secrets. Defaults to a key in the data directory. */
  secret: string | undefined
  /** Accepts a different key. The old key's secrets are lost. */
  isNewSecret: boolean
  /** Milliseconds after SIGTERM during which calls still work. See `draining.ts`. */
  drain: number
  isTrustingProxy: boolean
  /** See `metrics.ts`. */
  metrics: MetricsAddress | null
  logLevel: LogLevel
  /** Origins of the mobile app's pages. */
  wrapperOrigins: string[]
  /** Public URL for outgoing links. Defaults to the port on this machine. */
  url: string | undefined
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Maximum digest emails per second and process. If undefined, the mail server sets the pace. */
  digestRate: number | undefined
  sms: { url: string | undefined; key: string | undefined; from: string | undefined }
  fcm: FcmSettings | null
  files: FileSettings
  /** Replaces the built-in video hosting. */
  videoHost: ExternalService | null
  /** Replaces the built-in dashboard. */
  kpi: ExternalService | null
  /** Key that authenticates bounce reports. */
  bounceKey: string | null
  /** Null turns email filing off. */
  filing: FilingSettings | null
  /** Accounts at services that describe shared links only to registered clients. */
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

/** Throws a message for the operator about an invalid setting. `warn` gets a sentence for each former name of a variable. */
export function readConfig(env: NodeJS.ProcessEnv, warn: (sentence: string) => void = console.warn): Config {
  for (const sentence of formerNameWarnings(env)) warn(sentence)
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new StartupError(`PORT is “${env.PORT}”. It must be a number from 0 to 65535.`)
  const databaseUrl = readAddress('DATABASE_URL', env)
  const databaseDirectUrl = readAddress('DATABASE_DIRECT_URL', env)
  if (databaseDirectUrl && !databaseUrl)
    throw new StartupError(
      'DATABASE_DIRECT_URL bypasses the pooler at DATABASE_URL. Without a pooler, set only DATABASE_URL.',
    )
  const allowlist = readVariable('PURSUIT_OUTBOUND_ALLOWLIST', env)
  const nameServers =
    readVariable('PURSUIT_DNS_SERVERS', env)
      .text?.split(',')
      .map((server) => server.trim()) ?? []
  const host = env.HOST ?? '127.0.0.1'
  const outgoing = readOutgoing(env)
  const allowedHosts = readAllowedHosts(allowlist.text, allowlist.name)
  return {
    port,
    host,
    directory: resolve(env.PURSUIT_DATA ?? 'data'),
    databaseUrl,
    databaseDirectUrl,
    hasDemo: env.PURSUIT_DEMO !== '0',
    instances: readInstances(env.PURSUIT_INSTANCE || 'main', env.PURSUIT_INSTANCES),
    instanceKey: env.PURSUIT_INSTANCE || undefined,
    allowedHosts,
    nameServers,
    secret: env.PURSUIT_SECRET,
    isNewSecret: readVariable('PURSUIT_RESET_SECRET', env).text === '1',
    drain: 1000 * readDrain(env, databaseUrl ? '5' : '0'),
    isTrustingProxy: env.PURSUIT_TRUST_PROXY === '1',
    metrics: readListenAddress('PURSUIT_METRICS', env.PURSUIT_METRICS, '127.0.0.1', '127.0.0.1:9464'),
    logLevel: readLogLevel(env.PURSUIT_LOG),
    wrapperOrigins: (readVariable('PURSUIT_APP_ORIGINS', env).text ?? 'capacitor://localhost,https://localhost')
      .split(',')
      .filter(Boolean),
    ...outgoing,
    fcm: readFcm(env, allowedHosts),
    files: readFileSettings(env),
    videoHost: readKeyedService(env, video),
    kpi: readKeyedService(env, kpi),
    bounceKey: readSharedKey(env, 'PURSUIT_BOUNCE_KEY'),
    filing: readFilingSettings(env, { host, nameServers, mailFrom: outgoing.mailFrom }),
    services: readServices(env),
  }
}

function readAddress(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const address = env[name] || undefined
  if (address && !/^postgres(ql)?:\/\//.test(address))
    throw new StartupError(`${name} must start with postgres:// or postgresql://.`)
  if (address && !addressesOf(address).every((one) => URL.canParse(one)))
    throw new StartupError(
      `${name} must look like postgres://user:password@host:5432/database. Encode special characters in the password: @ is %40, / is %2F, # is %23.`,
    )
  return address
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

/** Requires all three settings or none. */
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
    throw new StartupError(`${missing.join(' and ')} is missing. Set all of ${names.join(', ')}, or none.`)
  return { ...service, clientId, clientSecret, refreshToken }
}

function readLogLevel(text = 'error'): LogLevel {
  const level = logLevels.find((one) => one === text)
  if (!level) throw new StartupError(`PURSUIT_LOG is “${text}”. It must be one of ${logLevels.join(', ')}.`)
  return level
}

/** Accepts 0 to 300 seconds. */
function readDrain(env: NodeJS.ProcessEnv, otherwise: string): number {
  const { name, text = otherwise } = readVariable('PURSUIT_SHUTDOWN_GRACE_SECONDS', env)
  const seconds = Number(text)
  if (text.trim() === '' || !(seconds >= 0 && seconds <= 300))
    throw new StartupError(`${name} is “${text}”. It must be a number of seconds from 0 to 300.`)
  return seconds
}

function readOutgoing(env: NodeJS.ProcessEnv): Pick<Config, 'url' | 'smtpUrl' | 'mailFrom' | 'digestRate' | 'sms'> {
  const url = env.PURSUIT_URL ? originIn('PURSUIT_URL', env.PURSUIT_URL) : undefined
  const smtpUrl = env.PURSUIT_SMTP_URL || undefined
  if (smtpUrl && (!/^smtps?:\/\//.test(smtpUrl) || !URL.parse(smtpUrl)?.hostname))
    throw new StartupError('PURSUIT_SMTP_URL must look like smtps://user:password@mail.firm.example.')
  const mailFrom = env.PURSUIT_MAIL_FROM || undefined
  if (mailFrom && !isSender(mailFrom))
    throw new StartupError('PURSUIT_MAIL_FROM must be an email address, or look like Pursuit <pursuit@firm.example>.')
  const perSecond = readVariable('PURSUIT_DIGEST_PER_SECOND', env)
  const digestRate = perSecond.text ? Number(perSecond.text) : undefined
  if (digestRate !== undefined && !(digestRate > 0 && digestRate <= 100_000))
    throw new StartupError(
      `${perSecond.name} is “${perSecond.text}”. It must be a number of emails per second, such as 10.`,
    )
  const smsUrl = env.PURSUIT_SMS_URL || undefined
  if (smsUrl && !/^https?:$/.test(URL.parse(smsUrl)?.protocol ?? ''))
    throw new StartupError('PURSUIT_SMS_URL must start with https:// or http://.')
  return {
    url,
    smtpUrl,
    mailFrom,
    digestRate,
    sms: { url: smsUrl, key: env.PURSUIT_SMS_KEY || undefined, from: env.PURSUIT_SMS_FROM || undefined },
  }
}

/** Throws if push notifications can't be sent with these settings. */
function readFcm(env: NodeJS.ProcessEnv, allowed: AllowedHosts): FcmSettings | null {
  const { PURSUIT_FCM_ACCOUNT: path, PURSUIT_FCM_URL: origin } = env
  if (!path && origin)
    throw new StartupError('PURSUIT_FCM_URL has no effect without PURSUIT_FCM_ACCOUNT. Set both, or neither.')
  if (!path) return null
  const account = readFcmAccount('PURSUIT_FCM_ACCOUNT', path)
  const url = origin ? originIn('PURSUIT_FCM_URL', origin) : undefined
  const asked = { 'The token_uri in the file of PURSUIT_FCM_ACCOUNT': account.token_uri, PURSUIT_FCM_URL: url }
  for (const [name, address] of Object.entries(asked)) {
    const problem = address && addressProblem(address, allowed)
    if (problem)
      throw new StartupError(
        `${name} isn’t allowed. ${problem} To allow it anyway, add its host to ${readVariable('PURSUIT_OUTBOUND_ALLOWLIST', env).name}.`,
      )
  }
  return { account, url }
}

function originIn(name: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new StartupError(`${name} must look like https://pursuit.firm.example, without a path.`)
  return url.origin
}
