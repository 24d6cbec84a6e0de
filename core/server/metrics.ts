// Prometheus metrics. Labels are fixed names, never anything about a firm or a person.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { checkAll } from './checks/checks.ts'
import type { Database } from './database/open.ts'
import { outgoingCounts } from './outgoing/troubles.ts'
import { StartupError } from './startupError.ts'
import { triesOf, webhookCounts } from './webhooks/counts.ts'
import { withTimeout } from './withTimeout.ts'
import { queueStates } from './work/jobs.ts'

/** Milliseconds before a silent database counts as unavailable. */
const PATIENCE = 3000
/** Seconds, from one frame to far beyond an acceptable wait. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  /** Streams are counted while they are open. */
  answered: (request: FastifyRequest, reply: FastifyReply) => void
  /** Never throws. Unreadable values keep their last state, and `pursuit_database_up` is 0. */
  text: () => Promise<string>
  contentType: string
}

/** `streams` returns the number of open streams. */
export function openMetrics(database: Database, version: string, streams: () => number): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] })

  gauge('pursuit_version', 'The version that runs; always 1.', ['version']).set({ version }, 1)
  const calls = new Counter({
    name: 'pursuit_http_calls_total',
    help: 'Calls answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'pursuit_http_call_seconds',
    help: 'Time from the start of a call to the end of its response.',
    labelNames: ['method', 'route'],
    buckets,
    registers: [register],
  })
  const connections = gauge('pursuit_database_connections', 'Connections of this process.', ['state'])
  const waiting = gauge('pursuit_database_waiting', 'Calls and tasks waiting for a connection.')
  const up = gauge('pursuit_database_up', 'Whether the database answers: 1 or 0.')
  const trip = gauge('pursuit_database_trip_seconds', 'A round trip to the database, just now.')
  const open = gauge('pursuit_streams', 'Event streams open on this process.')
  const mails = gauge('pursuit_outgoing', 'Emails, texts, and pushes of all processes in the last 30 days.', [
    'channel',
    'state',
  ])
  const oldest = gauge('pursuit_outgoing_oldest_seconds', 'Age of the oldest waiting message; 0 if none.', ['channel'])
  const jobs = gauge('pursuit_jobs', 'Jobs in the queues of all processes.', ['queue', 'state'])
  const late = gauge('pursuit_jobs_oldest_seconds', 'Age of the oldest due job; 0 if none.', ['queue'])

  const webhooks = gauge('pursuit_webhooks', 'Webhooks of all firms.', ['state'])
  const deliveries = gauge('pursuit_webhook_waiting', 'Deliveries waiting, including those waiting to be retried.')
  const eldest = gauge('pursuit_webhook_oldest_seconds', 'Age of the oldest waiting delivery; 0 if none.')
  const overdue = gauge(
    'pursuit_webhook_late_seconds',
    'How long the oldest delivery has been ready to send; 0 if none.',
  )
  new Counter({
    name: 'pursuit_webhook_tries_total',
    help: 'Delivery attempts of this process: delivered, again (will be retried), or failed (won’t be).',
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(triesOf(database))) this.inc({ outcome }, count)
    },
  })
  const checks = gauge('pursuit_check', 'Check result: 0 OK, 1 needs attention, 2 failing.', ['check'])
  const running = gauge('pursuit_processes', 'Running processes, by version.', ['version'])

  async function readChecks(): Promise<void> {
    const found = await checkAll(database)
    for (const { name, state } of found.checks) checks.set({ check: name }, { ok: 0, warn: 1, bad: 2 }[state])
    // If empty, the processes couldn't be read.
    if (found.processes.length > 0) running.reset()
    for (const { version } of found.processes) running.inc({ version })
  }
  async function readDatabase(): Promise<void> {
    const began = performance.now()
    await database.check()
    trip.set((performance.now() - began) / 1000)
    for (const { channel, oldest: since, ...counts } of await outgoingCounts(database)) {
      for (const [state, count] of Object.entries(counts)) mails.set({ channel, state }, count)
      oldest.set({ channel }, since ? ageOf(since) : 0)
    }
    const {
      on,
      failing,
      off,
      turnedOff,
      waiting: undelivered,
      oldest: queued,
      lateSince,
    } = await webhookCounts(database)
    for (const [state, count] of Object.entries({ on: on - failing, failing, off, turned_off: turnedOff }))
      webhooks.set({ state }, count)
    deliveries.set(undelivered)
    eldest.set(queued ? ageOf(queued) : 0)
    overdue.set(lateSince ? ageOf(lateSince) : 0)
    const queues = await queueStates(database)
    // An empty queue has no row and would keep its last value.
    jobs.reset()
    late.reset()
    for (const { queue, state, count, since } of queues) {
      jobs.set({ queue, state }, count)
      if (since) late.set({ queue }, ageOf(since))
    }
  }

  return {
    contentType: register.contentType,
    answered({ method, routeOptions }, reply) {
      const route = routeOptions.url ?? 'unknown'
      calls.inc({ method, route, status: reply.statusCode })
      seconds.observe({ method, route }, reply.elapsedTime / 1000)
    },
    async text() {
      const { totalCount, idleCount, waitingCount } = database.pool
      connections.set({ state: 'busy' }, totalCount - idleCount)
      connections.set({ state: 'idle' }, idleCount)
      waiting.set(waitingCount)
      open.set(streams())
      const [isUp] = await Promise.all([isRead(readDatabase()), isRead(readChecks())])
      up.set(isUp ? 1 : 0)
      return register.metrics()
    },
  }
}

const ageOf = (instant: string): number => Math.max(0, (Date.now() - Date.parse(instant)) / 1000)

async function isRead(reading: Promise<void>): Promise<boolean> {
  const read = reading.then(
    () => true,
    () => false,
  )
  return (await withTimeout(PATIENCE, read)) === true
}

export type MetricsAddress = { host: string; port: number }

/** Serves `GET /metrics` at a separate, nonpublic address. Throws a message if it can't listen. */
export async function serveMetrics(metrics: Metrics, { host, port }: MetricsAddress) {
  const server: Server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw new StartupError(
        `PURSUIT_METRICS: Pursuit can’t listen at ${host}, port ${port} (${code}). Choose another.`,
      )
    },
  )
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
