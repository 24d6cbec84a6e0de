// Who is told at once that something of theirs changed. A stream is a wake-up alone: what changed comes through the feed,
// by its cursor, so that nothing is missed however often a stream breaks, and nothing but ids is ever sent here.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { type Changed, eventRoutes, HEARTBEAT_SECONDS } from '#core/contract/events.ts'
import { inFirm, onMoved } from './database/firm.ts'
import type { Database } from './database/open.ts'
import { EventStream, type Served, serve, signedIn } from './routes.ts'
import { livingSessions } from './sessions.ts'

/** Streams that one person may have open on one process. Source: our own; one device needs one. */
export const STREAMS_PER_PERSON = 20
const CHANNEL = 'moved'
/** Milliseconds that news are gathered for before the other processes are told. */
const GATHER_MS = 5
/** A notification holds less than 8,000 bytes. */
const PAYLOAD = 7000
/** Milliseconds after which every stream's session is looked at again, whether or not anybody said that it ended. */
const RECHECK_MS = 60_000
/** A client that does not read so many bytes is cut off; it comes again and asks its feed. */
const UNREAD_LIMIT = 64 * 1024

/** `by` is whose session it was opened from, while switched: it ends with that one. */
export type Listener = { orgId: string; userId: string; tokenHash: Buffer; by?: { orgId: string; id: string } }
type Stream = { listener: Listener; to: ServerResponse; beat: number }

export type Events = {
  /** Makes the reply a stream of this person's events. Throws 429 where the person has too many. */
  open: (listener: Listener, reply: FastifyReply) => FastifyReply
  /** After a commit: tells this process's streams at once and the other processes soon. `moved` as record_feed_change.sql has it. */
  tell: (orgId: string, moved: string) => void
  /** Ends the streams whose sessions are dead. */
  recheck: () => Promise<void>
  count: () => number
  /** Ends all streams, and those that are still opened: each is told to come again about then, when other processes have taken over. */
  sendAway: (milliseconds: number) => void
  close: () => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    events: Events
  }
}

export const streamRoutes: Served[] = [
  serve(
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
  /** Milliseconds that whoever is sent away stays away, more or less; null while nobody is. */
  let away: number | null = null

  // Spread over the seconds, so that ten thousand streams are not written to in one go.
  const heart = setInterval(() => {
    for (const stream of beats[second++ % HEARTBEAT_SECONDS]!) write(stream, ':\n\n')
  }, 1000).unref()
  const watch = setInterval(() => void recheck().catch(() => {}), RECHECK_MS).unref()

  function deliver(orgId: string, moved: string) {
    for (const one of latestOf(moved)) {
      const [userId, upTo] = one.split(':') as [string, string]
      const said = SAID[upTo] ?? eventOf({ upTo })
      if (upTo === 'ended') recheckOf(orgId, userId)
      else if (userId === EVERYONE) tellFirm(people, orgId, said)
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

  /** The person's own streams, and those in which they work as somebody else. */
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
    const living = inFirm(database, orgId, (tx) => livingSessions(tx, hashes, now().toISOString()), { isQuiet: true })
    const alive = await living
    for (const stream of streams) if (!alive.has(stream.listener.tokenHash.toString('hex'))) stream.to.end()
  }

  function tell(orgId: string, moved: string) {
    if (moved === '' || isClosed) return
    deliver(orgId, moved)
    others.gather(orgId, moved)
  }
  const others = openRelay(database, { deliver, tellAll })
  // Jobs, imports, sign-ins: whatever this process commits besides the calls, which tell their own.
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
        // It ends with the stream: no call may be sent on what is being closed.
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
      // What changed between the client's last look and the first news that reach this process: it looks again.
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

function tellFirm(people: ReadonlyMap<string, ReadonlySet<Stream>>, orgId: string, said: string) {
  for (const [name, streams] of people)
    if (name.startsWith(`${orgId}:`)) for (const stream of streams) write(stream, said)
}

function write(stream: Stream, text: string) {
  if (stream.to.writableLength > UNREAD_LIMIT) stream.to.destroy()
  else stream.to.write(text)
}

/** Not all of them come back in the same moment. Their connections lead here, and go with them. */
function dismiss(to: ServerResponse, milliseconds: number) {
  const { socket } = to
  to.end(`retry: ${Math.round(milliseconds * (0.5 + Math.random()))}\n\n`, () => socket?.end())
}

type Relay = { deliver: (orgId: string, moved: string) => void; tellAll: () => void }

/** Between the processes of one database. The embedded one has a single process, which tells itself. */
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
    // The connection was lost for a while: whoever listens asks the feed.
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
    // One at a time. What can't be told is found by asking: clients look at their feed every minute.
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

/** Stands for the person where everyone in the firm is told, as database/functions/record_shared_change.sql notes it. */
const EVERYONE = '*'
/** What is told instead of a cursor. */
const SAID: Record<string, string | undefined> = {
  inbox: 'event: inbox\ndata: {}\n\n',
  me: 'event: me\ndata: {}\n\n',
  changed: eventOf({ upTo: null }),
}

/** A feed that moved twice is told once. */
function latestOf(moved: string): string[] {
  const latest = new Map<string, string>()
  for (const one of moved.split(' ')) latest.set(/:[a-z]+$/.test(one) ? one : one.slice(0, one.indexOf(':')), one)
  return [...latest.values()]
}

/** Lines of a firm and some of its people, each short enough for a notification. */
function linesOf(orgId: string, moved: string): string[] {
  const all = latestOf(moved)
  const lines: string[] = []
  for (let from = 0; from < all.length; from += 100) lines.push(`${orgId} ${all.slice(from, from + 100).join(' ')}`)
  return lines
}

/** Notifications that begin with who says it, and hold as many lines as they can. */
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
