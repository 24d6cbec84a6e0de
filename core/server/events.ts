// Server-sent events that tell clients to check their feeds. They carry only IDs, and the feed's cursor makes up for a
// broken stream.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { type Changed, eventRoutes, HEARTBEAT_SECONDS } from '#core/contract/events.ts'
import { onMoved, withOrg } from './database/firm.ts'
import type { Database } from './database/open.ts'
import { defineHandler, type EventListener, EventStream, type Handler, signedIn } from './routes.ts'
import { activeSessions } from './sessions.ts'

/** Streams per person and process. Source: our choice. A device needs one. */
export const STREAMS_PER_PERSON = 20
const CHANNEL = 'moved'
/** Milliseconds of gathering before other processes are notified. */
const GATHER_MS = 5
/** Bytes per notification. PostgreSQL's limit is 8,000. */
const PAYLOAD = 7000
/** Milliseconds between checks of every stream's session, even without a reported end. */
const RECHECK_MS = 60_000
/** Unread bytes before a client is cut off. It reconnects and queries its feed. */
const UNREAD_LIMIT = 64 * 1024

type Stream = { listener: EventListener; to: ServerResponse; beat: number }

export type Events = {
  /** Throws 429 if the person has too many streams. */
  open: (listener: EventListener, reply: FastifyReply) => FastifyReply
  /** Call it after a commit. Notifies this process right away, others soon after. `record_feed_change.sql` defines `moved`. */
  tell: (orgId: string, moved: string) => void
  recheck: () => Promise<void>
  count: () => number
  /**
   * Closes current and future streams. Clients reconnect after about this time, when other processes have taken over.
   */
  sendAway: (milliseconds: number) => void
  close: () => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    events: Events
  }
}

export const streamRoutes: Handler[] = [
  defineHandler(
    eventRoutes.listen,
    signedIn,
    async ({ session }) =>
      new EventStream({
        orgId: session.org.id,
        userId: session.actor.id,
        tokenHash: session.tokenHash,
        ...(session.by && { by: session.by }),
      }),
  ),
]

export function openEvents(
  database: Database,
  { now = () => new Date() }: { now?: (() => Date) | undefined } = {},
): Events {
  const people = new Map<string, Set<Stream>>()
  const beats: Set<Stream>[] = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set())
  let opened = 0
  let second = 0
  let isClosed = false
  /** Average milliseconds before clients reconnect. Null if not dismissed. */
  let away: number | null = null

  // Spread out, so that ten thousand streams aren't written to in the same moment.
  const heart = setInterval(() => {
    for (const stream of beats[second++ % HEARTBEAT_SECONDS]!) write(stream, ':\n\n')
  }, 1000).unref()
  const watch = setInterval(() => void recheck().catch(() => {}), RECHECK_MS).unref()

  function deliver(orgId: string, moved: string) {
    for (const one of latestOf(moved)) {
      const [userId, upTo] = one.split(':') as [string, string]
      const said = SAID[upTo] ?? eventOf({ upTo })
      if (upTo === 'ended') recheckOf(orgId, userId)
      else if (userId === EVERYONE) publishToFirm(people, orgId, said)
      else for (const stream of people.get(`${orgId}:${userId}`) ?? []) write(stream, said)
    }
  }

  function tellAll() {
    for (const streams of people.values()) for (const stream of streams) write(stream, eventOf({ upTo: null }))
  }

  async function recheck() {
    const byFirm = Map.groupBy(
      [...people.values()].flatMap((streams) => [...streams]),
      ({ listener }) => listener.orgId,
    )
    for (const [orgId, streams] of byFirm) await recheckPeople(orgId, streams)
  }

  /** Includes streams in which the person impersonates someone. */
  function recheckOf(orgId: string, userId: string) {
    const theirs = [...(people.get(`${orgId}:${userId}`) ?? [])]
    for (const streams of people.values())
      for (const stream of streams)
        if (stream.listener.by?.id === userId && stream.listener.by.orgId === orgId) theirs.push(stream)
    for (const [firm, streams] of Map.groupBy(theirs, ({ listener }) => listener.orgId))
      void recheckPeople(firm, streams).catch(() => {})
  }

  async function recheckPeople(orgId: string, streams: Stream[]) {
    const hashes = streams.map(({ listener }) => listener.tokenHash)
    const living = withOrg(database, orgId, (tx) => activeSessions(tx, hashes, now().toISOString()), { isQuiet: true })
    const alive = await living
    for (const stream of streams) if (!alive.has(stream.listener.tokenHash.toString('hex'))) stream.to.end()
  }

  function tell(orgId: string, moved: string) {
    if (moved === '' || isClosed) return
    deliver(orgId, moved)
    others.gather(orgId, moved)
  }
  const others = openRelay(database, { deliver, tellAll })
  // Jobs, imports, and sign-ins. Calls notify by themselves.
  const unhear = onMoved(database, tell)

  return {
    open(listener, reply) {
      const name = `${listener.orgId}:${listener.userId}`
      const streams = people.get(name) ?? new Set()
      if (streams.size >= STREAMS_PER_PERSON)
        throw new Refusal('too_many', 'Too many open windows are listening for changes.', 429, undefined, 60)
      reply.hijack()
      const headers = reply.getHeaders() as Record<string, string>
      const to = reply.raw
      to.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        // No call can be sent on a closing connection.
        connection: 'close',
      })
      if (isClosed || away !== null) {
        if (away === null) to.end()
        else dismiss(to, away)
        return reply
      }
      const stream: Stream = { listener, to, beat: opened++ % HEARTBEAT_SECONDS }
      people.set(name, streams.add(stream))
      beats[stream.beat]!.add(stream)
      to.on('close', () => {
        streams.delete(stream)
        beats[stream.beat]!.delete(stream)
        if (streams.size === 0 && people.get(name) === streams) people.delete(name)
      })
      to.on('error', () => {})
      // Something can have changed before this process listened.
      void others.listen().then(() => write(stream, eventOf({ upTo: null })))
      to.flushHeaders()
      return reply
    },
    tell,
    recheck,
    count: () => [...people.values()].reduce((sum, streams) => sum + streams.size, 0),
    sendAway(milliseconds) {
      away = milliseconds
      for (const streams of people.values()) for (const { to } of streams) dismiss(to, milliseconds)
    },
    async close() {
      isClosed = true
      unhear()
      clearInterval(heart)
      clearInterval(watch)
      for (const streams of [...people.values()]) for (const { to } of [...streams]) to.end()
      await others.close()
    },
  }
}

function publishToFirm(people: ReadonlyMap<string, ReadonlySet<Stream>>, orgId: string, said: string) {
  for (const [name, streams] of people)
    if (name.startsWith(`${orgId}:`)) for (const stream of streams) write(stream, said)
}

function write(stream: Stream, text: string) {
  if (stream.to.writableLength > UNREAD_LIMIT) stream.to.destroy()
  else stream.to.write(text)
}

/** Spreads out the reconnections and closes the socket to this process. */
function dismiss(to: ServerResponse, milliseconds: number) {
  const { socket } = to
  to.end(`retry: ${Math.round(milliseconds * (0.5 + Math.random()))}\n\n`, () => socket?.end())
}

type Relay = { deliver: (orgId: string, moved: string) => void; tellAll: () => void }

/** Connects the processes of one database. The embedded one has a single process. */
function openRelay(database: Database, { deliver, tellAll }: Relay) {
  const self = randomUUID()
  let gathered: string[] = []
  let gathering: NodeJS.Timeout | null = null
  let telling: Promise<void> = Promise.resolve()
  let listening: Promise<(() => Promise<void>) | null> | null = null
  let isClosed = false

  async function listen(): Promise<void> {
    if (database.kind === 'embedded' || isClosed) return
    listening ??= database.listen(CHANNEL, hear).catch(() => {
      listening = null
      return null
    })
    await listening
  }

  function hear(payload: string) {
    // After a lost connection, every client checks its feed.
    if (payload === '') return tellAll()
    const [from, ...lines] = payload.split('\n')
    if (from === self) return
    for (const line of lines) {
      const at = line.indexOf(' ')
      deliver(line.slice(0, at), line.slice(at + 1))
    }
  }

  async function tellOthers() {
    const lines = gathered
    gathered = []
    gathering = null
    await database.pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
      CHANNEL,
      payloadsOf(self, lines),
    ])
  }

  function gather(orgId: string, moved: string) {
    if (database.kind === 'embedded') return
    gathered.push(...linesOf(orgId, moved))
    // Clients find lost notifications when they check their feed, once a minute.
    gathering ??= setTimeout(() => {
      telling = telling.then(tellOthers).catch(() => {})
    }, GATHER_MS)
  }

  return {
    listen,
    gather,
    async close() {
      isClosed = true
      if (gathering) {
        clearTimeout(gathering)
        telling = telling.then(tellOthers).catch(() => {})
      }
      await telling
      const stop = await listening
      await stop?.().catch(() => {})
    },
  }
}

const eventOf = (changed: Changed) =>
  `${changed.upTo === null ? '' : `id: ${changed.upTo}\n`}event: changed\ndata: ${JSON.stringify(changed)}\n\n`

/** Stands in for the person's ID to notify the whole firm, from `database/functions/record_shared_change.sql`. */
const EVERYONE = '*'
/** Events that have no cursor. */
const SAID: Record<string, string | undefined> = {
  inbox: 'event: inbox\ndata: {}\n\n',
  me: 'event: me\ndata: {}\n\n',
  changed: eventOf({ upTo: null }),
}

/** Keeps each feed's latest change. */
function latestOf(moved: string): string[] {
  const latest = new Map<string, string>()
  for (const one of moved.split(' ')) latest.set(/:[a-z]+$/.test(one) ? one : one.slice(0, one.indexOf(':')), one)
  return [...latest.values()]
}

/** Each line fits into a notification. */
function linesOf(orgId: string, moved: string): string[] {
  const all = latestOf(moved)
  const lines: string[] = []
  for (let from = 0; from < all.length; from += 100) lines.push(`${orgId} ${all.slice(from, from + 100).join(' ')}`)
  return lines
}

/** Each notification begins with its sender. */
function payloadsOf(self: string, lines: string[]): string[] {
  const payloads: string[] = []
  let payload = self
  for (const line of lines) {
    if (payload.length + line.length + 1 > PAYLOAD && payload !== self) {
      payloads.push(payload)
      payload = self
    }
    payload += `\n${line}`
  }
  if (payload !== self) payloads.push(payload)
  return payloads
}
