// Server-sent events that tell clients to check their feeds. They carry only IDs, and the feed's cursor makes up for a
// broken stream.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { type Changed, eventRoutes, HEARTBEAT_SECONDS } from '#core/contract/events.ts'
import { EVERYONE, type FeedChange, onFeedChanges } from './database/feedChanges.ts'
import type { Database } from './database/open.ts'
import { withOrg } from './database/tx.ts'
import { defineHandler, type EventListener, EventStream, type Handler, signedIn } from './routes.ts'
import { activeSessions } from './sessions.ts'

/** Streams per person and process. Source: our choice. A device needs one. */
export const STREAMS_PER_PERSON = 20
const CHANNEL = 'feed_changes'
/** Milliseconds of gathering before other processes are notified. */
const GATHER_MS = 5
/** A change takes up to 160 bytes. PostgreSQL's limit for a notification is 8,000. */
const CHANGES_PER_PAYLOAD = 45
/** Milliseconds between checks of every stream's session, even without a reported end. */
const RECHECK_MS = 60_000
/** Unread bytes before a client is cut off. It reconnects and queries its feed. */
const UNREAD_LIMIT = 64 * 1024

type Stream = { listener: EventListener; to: ServerResponse; beat: number }

export type Events = {
  /** Throws 429 if the person has too many streams. */
  open: (listener: EventListener, reply: FastifyReply) => FastifyReply
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

  function deliver(changes: FeedChange[]) {
    for (const { orgId, personId, what, seq } of latestOf(changes)) {
      if (what === 'ended') recheckOf(orgId, personId)
      else if (personId === EVERYONE) publishToFirm(people, orgId, eventOf(what, seq))
      else for (const stream of people.get(`${orgId}:${personId}`) ?? []) write(stream, eventOf(what, seq))
    }
  }

  function tellAll() {
    for (const streams of people.values()) for (const stream of streams) write(stream, eventOf('rows'))
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

  function publish(changes: FeedChange[]) {
    if (changes.length === 0 || isClosed) return
    deliver(changes)
    others.gather(changes)
  }
  const others = openRelay(database, { deliver, tellAll })
  const unsubscribe = onFeedChanges(database, publish)

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
      void others.listen().then(() => write(stream, eventOf('rows')))
      to.flushHeaders()
      return reply
    },
    recheck,
    count: () => [...people.values()].reduce((sum, streams) => sum + streams.size, 0),
    sendAway(milliseconds) {
      away = milliseconds
      for (const streams of people.values()) for (const { to } of streams) dismiss(to, milliseconds)
    },
    async close() {
      isClosed = true
      unsubscribe()
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

type Relay = { deliver: (changes: FeedChange[]) => void; tellAll: () => void }

/** Connects the processes of one database. The embedded one has a single process. */
function openRelay(database: Database, { deliver, tellAll }: Relay) {
  const self = randomUUID()
  let gathered: FeedChange[] = []
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
    const [from, changes] = JSON.parse(payload) as [string, FeedChange[]]
    if (from !== self) deliver(changes)
  }

  async function tellOthers() {
    const changes = latestOf(gathered)
    gathered = []
    gathering = null
    await database.pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
      CHANNEL,
      payloadsOf(self, changes),
    ])
  }

  function gather(changes: FeedChange[]) {
    if (database.kind === 'embedded') return
    gathered.push(...changes)
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

const changedEvent = (changed: Changed) =>
  `${changed.upTo === null ? '' : `id: ${changed.upTo}\n`}event: changed\ndata: ${JSON.stringify(changed)}\n\n`

/** Without `seq`, devices check every feed. */
const eventOf = (what: 'rows' | 'inbox' | 'me', seq?: string): string =>
  what === 'rows' ? changedEvent({ upTo: seq ?? null }) : `event: ${what}\ndata: {}\n\n`

/** Keeps each feed's latest change. */
function latestOf(changes: FeedChange[]): FeedChange[] {
  const nameOf = ({ orgId, personId, what, seq }: FeedChange) =>
    `${orgId} ${personId} ${what} ${seq === undefined ? 'all' : 'end'}`
  return [...new Map(changes.map((change) => [nameOf(change), change])).values()]
}

/** Returns notifications within the limit, each with its sender. */
function payloadsOf(self: string, changes: FeedChange[]): string[] {
  const payloads: string[] = []
  for (let from = 0; from < changes.length; from += CHANGES_PER_PAYLOAD)
    payloads.push(JSON.stringify([self, changes.slice(from, from + CHANGES_PER_PAYLOAD)]))
  return payloads
}
