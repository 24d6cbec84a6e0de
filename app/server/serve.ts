// The server without its database, which app/server.ts opens in parallel.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '#core/server/config.ts'
import { offerPause } from '#core/server/database/embedded/pause.ts'
import { isUnavailable } from '#core/server/database/failures.ts'
import type { Database } from '#core/server/database/open.ts'
import { demoAccounts, demoFirms, makeDemo } from '#core/server/demo/demo.ts'
import { type Dependencies, outboundLimits, txtReader } from '#core/server/dependencies.ts'
import { composeFeatures, type Product } from '#core/server/feature.ts'
import { openFilesOf } from '#core/server/files/settings.ts'
import { createHttp } from '#core/server/http.ts'
import { readInstallationKey } from '#core/server/installationKey.ts'
import type { ListedInstances } from '#core/server/instances.ts'
import { openInstances } from '#core/server/knownInstances.ts'
import { serveDemoPage } from '#core/server/outgoing/demoPage.ts'
import { sentPlatformsOf } from '#core/server/outgoing/registrations.ts'
import { outgoingQueues, type Senders, sendersOf, startSending } from '#core/server/outgoing/sending.ts'
import { reportProcess } from '#core/server/processes.ts'
import { openSecretBox } from '#core/server/secretBox.ts'
import { provide } from '#core/server/services.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { features } from '../features.ts'

const root = join(import.meta.dirname, '../..')
const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** Expects a migrated database. `fail` ends the process. */
export async function serveApp(database: Database, config: Config, fail: (error: Error) => void) {
  const { secret, directory, isNewSecret } = config
  const key = await readInstallationKey(database, { secret, directory, isReplaced: isNewSecret })
  const { instances, close: stopHearing } = await openInstances(database, config.instances, config.instanceKey)
  let port = config.port
  const outbox = join(config.directory, 'outbox')
  const origin = () => config.url ?? instances.own.url ?? `http://localhost:${port}`
  const product = composeFeatures(features, {
    ...dependenciesFor(config, key, instances),
    mail: { origin, from: config.mailFrom, smtpUrl: config.smtpUrl, directory: outbox, perSecond: config.digestRate },
  })
  openFilesOf(database, config.files, config.directory, product.files)
  provide(database, { ...product, sentPlatforms: sentPlatformsOf(config.fcm) })
  const hasDemo = config.hasDemo && (await makeDemo(database, product))
  const measuring = config.metrics && (await import('#core/server/metrics.ts'))
  const metrics = measuring?.openMetrics(database, version, () => http.events.count())
  const http = await createHttp({
    database,
    version,
    served: product.routes,
    externalApis: product.externalApis,
    instances,
    clientDirectory: join(root, 'dist/client'),
    isTrustingProxy: config.isTrustingProxy,
    wrapperOrigins: config.wrapperOrigins,
    videoOrigins: config.videoHost?.origins ?? [],
    frameOrigins: config.kpi?.origins ?? [],
    framePages: product.framePages,
    logLevel: config.logLevel,
    ...(metrics && { answered: metrics.answered }),
  })
  const senders = sendersOf(database, {
    origin,
    directory: outbox,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    sms: config.sms,
    mails: product.mails,
    push: { allowed: config.allowedHosts, fcm: config.fcm },
  })
  if (hasDemo && !config.smtpUrl && !config.sms.url)
    serveDemoPage(http, { database, directory: outbox, firms: () => demoFirms(database, product) })
  const watched = measuring && metrics && (await measuring.serveMetrics(metrics, config.metrics!))
  await http.listen({ port: config.port, host: config.host })
  port = (http.server.address() as AddressInfo).port
  const listeners = await Promise.all(product.listeners.map((one) => one.start(database)))
  const stopWork = startWork(database, product, { senders, demo: hasDemo ? product.demo : [], fail })
  const endProcess = reportProcess(database, version)
  const endPauses = await offerPause(database, config.directory)
  const stop = async (hurry: AbortSignal) => {
    await http.drain(config.drain, hurry)
    await Promise.all([http.close(), ...listeners.map((one) => one.stop())])
    await endPauses()
    await watched?.close()
    await endProcess()
    await stopWork()
    await stopHearing()
    await database.close()
  }
  const welcome = await product.welcome(database, origin())
  return { port, welcome: hasDemo ? [demoAccounts(product), ...welcome] : welcome, stop }
}

type Work = { senders: Senders; demo: Product['demo']; fail: (error: Error) => void }

/** Starts scheduled jobs, queues, and interrupted work without delaying requests. Returns a function that stops it. */
function startWork(database: Database, product: Product, { senders, demo, fail }: Work): () => Promise<void> {
  let isStopping = false
  async function begin(): Promise<() => Promise<void>> {
    const jobs = await startJobs(database, product.jobs, outgoingQueues(senders), product.work)
    const stopSending = await startSending(database, jobs).catch((error) => stopAndThrow(jobs, error))
    const stop = async () => {
      stopSending()
      await jobs.stop()
    }
    await product.start(database).catch((error) => stopAndThrow({ stop }, error))
    for (const { place } of demo) await place?.(database).catch((error) => stopAndThrow({ stop }, error))
    return stop
  }
  async function beginUntilDone(): Promise<() => Promise<void>> {
    for (;;)
      try {
        return await begin()
      } catch (error) {
        // The database is probably only briefly unavailable.
        if (isStopping || !isUnavailable(error)) throw error
        await setTimeout(1000)
      }
  }
  const starting = beginUntilDone()
  // A server without background work would look healthy and lose the tasks it accepts.
  starting.catch(fail)
  return async () => {
    isStopping = true
    const stopJobs = await starting
    await stopJobs()
    await product.stop(database)
  }
}

async function stopAndThrow({ stop }: { stop: () => Promise<void> }, error: unknown): Promise<never> {
  await stop().catch(() => undefined)
  throw error
}

const dependenciesFor = (
  { url, allowedHosts, nameServers, videoHost, kpi, bounceKey, filing, services }: Config,
  key: Buffer,
  instances: ListedInstances,
): Omit<Dependencies, 'mail' | 'readPdf'> => ({
  instances,
  siteUrl: () => url ?? instances.own.url,
  box: openSecretBox(key),
  limits: { allowed: allowedHosts, ...outboundLimits },
  readTxt: txtReader(nameServers),
  videoHost,
  kpi,
  bounceKey,
  filing,
  linkServices: { ...services, instead: {} },
})
