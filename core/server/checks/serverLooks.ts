// Looks at what stands beside the database: disk, files, work, what leaves the house, processes, backups.
import { createHash } from 'node:crypto'
import { stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { asSystem } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import { filesOf } from '../files/store.ts'
import { newId } from '../ids.ts'
import { makeDirectoryAside } from '../makeDirectory.ts'
import { outgoingCounts } from '../outgoing/troubles.ts'
import { webhookCounts } from '../webhooks/counts.ts'
import { queueStates } from '../work/jobs.ts'
import { oneRow } from './databaseLooks.ts'
import {
  ageOf,
  bad,
  by,
  DISK,
  type Found,
  GB,
  JOB,
  type Looking,
  MAIL,
  MB,
  ok,
  secondsSince,
  sizeOf,
  WEBHOOK,
  warn,
} from './found.ts'

export const serverLooks: readonly Looking[] = [
  {
    name: 'disk',
    label: 'Disk',
    help: DISK,
    async look(database) {
      const { waiting } = filesOf(database)
      const { bavail, blocks, bsize } = await statfs(waiting).catch(() => statfs('.'))
      const [free, total] = [bavail * bsize, blocks * bsize]
      const says = `${sizeOf(free)} of ${sizeOf(total)} are free.`
      if (free < 512 * MB || free < total * 0.02) return bad(says, 'Make room now: soon nothing can be kept.')
      return free < 2 * GB || free < total * 0.08 ? warn(says, 'Make room, or give it a larger disk.') : ok(says)
    },
  },
  { name: 'files', label: 'Files', help: DISK, look: tryFiles },
  {
    name: 'queues',
    label: 'Queues',
    help: JOB,
    async look(database) {
      const states = await queueStates(database)
      const failed = states.filter(({ state }) => state === 'failed')
      const oldest = states
        .filter(({ since }) => since !== null)
        .map(({ queue, since }) => ({ queue, seconds: secondsSince(since!) }))
        .sort((a, b) => b.seconds - a.seconds)[0]
      const waiting = oldest
        ? `The oldest job waits for ${ageOf(oldest.seconds)}, in ${oldest.queue}.`
        : 'No job waits.'
      if (failed.length > 0)
        return warn(
          `${waiting} Failed for good: ${failed.map(({ queue, count }) => `${count} in ${queue}`).join(', ')}.`,
          'Read why below, mend it, then try them again.',
        )
      return by(
        oldest?.seconds ?? 0,
        [300, 1800],
        waiting,
        'Nobody works, or something holds up the queue: look at what is at work.',
      )
    },
  },
  {
    name: 'outgoing',
    label: 'Mails, texts and pushes',
    help: MAIL,
    async look(database) {
      const counts = await outgoingCounts(database)
      const seconds = Math.max(0, ...counts.map(({ oldest }) => (oldest ? secondsSince(oldest) : 0)))
      const [failed, doubt] = [
        counts.reduce((sum, one) => sum + one.failed, 0),
        counts.reduce((sum, one) => sum + one.doubt, 0),
      ]
      const says = `${seconds === 0 ? 'None waits' : `The oldest waits for ${ageOf(seconds)}`}; in 30 days ${failed} failed and ${doubt} are unconfirmed.`
      if (seconds >= 600)
        return by(seconds, [600, 3600], says, 'The service takes nothing: look at its address and its account.')
      return failed + doubt > 0 ? warn(says, 'See below which and why; what can be sent again has a button.') : ok(says)
    },
  },
  { name: 'webhooks', label: 'Webhooks', help: WEBHOOK, look: lookAtWebhooks },
  {
    name: 'schedule',
    label: 'Work by the clock',
    help: JOB,
    look: oneRow(
      (tx) =>
        sql<{ late: string[]; count: number }>`
          select count(*)::int as count, coalesce(array_agg(s.name order by s.name) filter (where s.created_on < now() - interval '26 hours' and not exists (
            select from jobs.job j where j.name = s.name and j.created_on > now() - interval '26 hours') and split_part(s.cron, ' ', 3) = '*' and split_part(s.cron, ' ', 5) = '*'), '{}') as late
          from jobs.schedule s`.execute(tx),
      ({ late, count }) =>
        late.length > 0
          ? bad(`In a day nobody began ${late.join(', ')}.`, 'Look whether any process does jobs, and at its log.')
          : ok(`${count} are scheduled, and each that is daily has begun.`),
    ),
  },
  {
    name: 'processes',
    label: 'Processes',
    help: 'update-one-server-after-the-other',
    look: async (_, processes) => {
      const seen = await processes()
      const versions = [...new Set(seen.map(({ version }) => version))]
      const says = `${seen.length} run: ${versions.join(', ')}.`
      return versions.length > 1 ? warn(says, 'An update is under way. If not, update the older ones.') : ok(says)
    },
  },
  {
    name: 'clocks',
    label: 'Clocks',
    help: '',
    look: async (_, processes) => {
      const ahead = Math.max(0, ...(await processes()).map(({ clock_ahead_ms }) => Math.abs(clock_ahead_ms)))
      return by(
        ahead,
        [1000, 5000],
        `Processes and database differ by ${ahead} ms at most.`,
        'Set the clocks by NTP: sessions, codes and reminders go by them.',
      )
    },
  },
  {
    name: 'backup',
    label: 'Backup',
    help: 'backup',
    async look(database) {
      const at = await backedUpAt(database)
      if (at === null) return warn('No backup was noted yet.', 'Let one be made every night, and try to restore it.')
      const says = `The last was made ${ageOf(secondsSince(at))} ago.`
      return by(secondsSince(at), [36 * 3600, 7 * 86_400], says, 'Look at the log of the nightly backup.')
    },
  },
]

/** Its time says when the last backup of an embedded database was made: nobody else can write into that. */
export const BACKED_UP = 'backed-up'

async function backedUpAt(database: Database): Promise<string | null> {
  const { directory } = database as { directory?: string }
  if (directory) return (await stat(join(dirname(directory), BACKED_UP)).catch(() => null))?.mtime.toISOString() ?? null
  const { rows } = await asSystem(database, (tx) =>
    sql<{ at: string | null }>`select backed_up_at as at from installation`.execute(tx),
  )
  return rows[0]?.at ?? null
}

async function lookAtWebhooks(database: Database): Promise<Found> {
  const { on, failing, turnedOff, turnedOffLately, waiting, oldest, lateSince } = await webhookCounts(database)
  if (on + turnedOff === 0) return ok('No firm has one that is on.')
  const wait = oldest
    ? `${waiting} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'}, the oldest for ${ageOf(secondsSince(oldest))}`
    : 'No delivery waits'
  const says = `${wait}. Webhooks that are on: ${on}, of which fail: ${failing}. Turned off in a week, since they took nothing: ${turnedOffLately}.`
  const late = lateSince ? secondsSince(lateSince) : 0
  if (late >= 600)
    return by(
      late,
      [600, 3600],
      `Deliveries that could have been sent wait for ${ageOf(late)}. ${says}`,
      'Look at "webhooks" under the work at hand. If it is not there, nobody sends: look whether any process does jobs.',
    )
  // One is its firm's matter; all of them are this server's.
  if (failing > 1 && failing === on)
    return bad(says, 'All of them fail: look whether this server reaches the internet, and at its firewall.')
  if (turnedOffLately > 0)
    return warn(
      says,
      'Their admins got a mail: ask whether they saw it. Once the address works, they turn it on again.',
    )
  return ok(says)
}

/** A few bytes are written, read again and removed. */
async function tryFiles(database: Database): Promise<Found> {
  const { bucket, waiting } = filesOf(database)
  const key = `${PROBE_FIRM}/${newId()}`
  const content = Buffer.from(`A look at ${new Date().toISOString()}`)
  const path = join(waiting, newId())
  const began = performance.now()
  try {
    await makeDirectoryAside(waiting)
    await writeFile(path, content)
    const sha256 = createHash('sha256').update(content).digest()
    await bucket.write(key, path, { bytes: content.length, sha256, type: 'application/octet-stream' })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return bad(
      `No file can be kept in ${bucket.place}: ${whyNot[code] ?? message.split('\n')[0]}`,
      'Look whether this place is there, has room, and lets Pursuit write.',
    )
  }
  try {
    const pieces: Buffer[] = []
    for await (const piece of (await bucket.read(key)) ?? []) pieces.push(Buffer.from(piece as Uint8Array))
    if (!Buffer.concat(pieces).equals(content))
      return bad(
        'What was written came back as something else.',
        'Look at the disk or the store, and restore what is damaged.',
      )
  } finally {
    await bucket.remove(key)
  }
  const milliseconds = performance.now() - began
  return by(
    milliseconds,
    [1000, 2500],
    `Written, read and removed in ${bucket.kind} within ${Math.round(milliseconds)} ms.`,
    'Look at the line to the store, and at its own health.',
  )
}
/** What stands in the way of writing, by the system's word for it. */
const whyNot: Record<string, string> = {
  ENOENT: 'it is not there.',
  ENOTDIR: 'it is no folder.',
  EROFS: 'it is read-only.',
  EACCES: 'Pursuit may not write there.',
  EPERM: 'Pursuit may not write there.',
}

/** Of no firm: what a look that was cut off leaves there goes with the daily sweep. */
const PROBE_FIRM = '00000000-0000-0000-0000-000000000000'
