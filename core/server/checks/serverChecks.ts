// Checks everything outside the database.
import { createHash } from 'node:crypto'
import { stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import { filesOf } from '../files/store.ts'
import { newId } from '../ids.ts'
import { makeDirectoryAside } from '../makeDirectory.ts'
import { outgoingCounts } from '../outgoing/troubles.ts'
import { webhookCounts } from '../webhooks/counts.ts'
import { queueStates } from '../work/jobs.ts'
import {
  ageOf,
  bad,
  by,
  type CheckResult,
  DISK,
  formatBytes,
  GB,
  type HealthCheckDefinition,
  JOB,
  MAIL,
  MB,
  ok,
  secondsSince,
  WEBHOOK,
  warn,
} from './checkResult.ts'
import { oneRow } from './databaseChecks.ts'

export const serverChecks: readonly HealthCheckDefinition[] = [
  {
    name: 'disk',
    label: 'Disk',
    help: DISK,
    async look(database) {
      const { waiting } = filesOf(database)
      const { bavail, blocks, bsize } = await statfs(waiting).catch(() => statfs('.'))
      const [free, total] = [bavail * bsize, blocks * bsize]
      const says = `${formatBytes(free)} of ${formatBytes(total)} free.`
      if (free < 512 * MB || free < total * 0.02) return bad(says, 'Free up space now. Soon nothing can be saved.')
      return free < 2 * GB || free < total * 0.08 ? warn(says, 'Free up space, or use a larger disk.') : ok(says)
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
        ? `The oldest job has waited ${ageOf(oldest.seconds)}, in ${oldest.queue}.`
        : 'No jobs waiting.'
      if (failed.length > 0)
        return warn(
          `${waiting} Failed permanently: ${failed.map(({ queue, count }) => `${count} in ${queue}`).join(', ')}.`,
          'See the reason below, fix it, then retry.',
        )
      return by(
        oldest?.seconds ?? 0,
        [300, 1800],
        waiting,
        'No worker is running, or something blocks the queue. Check the running tasks.',
      )
    },
  },
  {
    name: 'outgoing',
    label: 'Email, text, and push',
    help: MAIL,
    async look(database) {
      const counts = await outgoingCounts(database)
      const seconds = Math.max(0, ...counts.map(({ oldest }) => (oldest ? secondsSince(oldest) : 0)))
      const [failed, doubt] = [
        counts.reduce((sum, one) => sum + one.failed, 0),
        counts.reduce((sum, one) => sum + one.doubt, 0),
      ]
      const says = `${seconds === 0 ? 'None waiting' : `The oldest has waited ${ageOf(seconds)}`}; in the last 30 days, ${failed} failed and ${doubt} are unconfirmed.`
      if (seconds >= 600)
        return by(seconds, [600, 3600], says, 'The provider isn’t accepting messages. Check its address and account.')
      return failed + doubt > 0
        ? warn(says, 'See which ones and why below. Messages you can resend have a button.')
        : ok(says)
    },
  },
  { name: 'webhooks', label: 'Webhooks', help: WEBHOOK, look: lookAtWebhooks },
  {
    name: 'schedule',
    label: 'Scheduled jobs',
    help: JOB,
    look: oneRow(
      (tx) =>
        tx.sql<{ late: string[]; count: number }>`
          select count(*)::int as count, coalesce(array_agg(s.name order by s.name) filter (where s.created_on < now() - interval '26 hours' and not exists (
            select 1 from jobs.job j where j.name = s.name and j.created_on > now() - interval '26 hours') and split_part(s.cron, ' ', 3) = '*' and split_part(s.cron, ' ', 5) = '*'), '{}') as late
          from jobs.schedule s`,
      ({ late, count }) =>
        late.length > 0
          ? bad(
              `Not started in the last day: ${late.join(', ')}.`,
              'Check that a process runs jobs, and look at its log.',
            )
          : ok(`${count} are scheduled, and every daily job has started.`),
    ),
  },
  {
    name: 'processes',
    label: 'Processes',
    help: 'upgrade',
    look: async (_, processes) => {
      const seen = await processes()
      const versions = [...new Set(seen.map(({ version }) => version))]
      const says = `${seen.length} running: ${versions.join(', ')}.`
      return versions.length > 1 ? warn(says, 'An update is in progress. If not, update the older ones.') : ok(says)
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
        `Processes and the database differ by at most ${ahead} ms.`,
        'Sync the clocks with NTP. Sessions, codes, and reminders depend on them.',
      )
    },
  },
  {
    name: 'backup',
    label: 'Backup',
    help: 'back-up',
    async look(database) {
      const at = await backedUpAt(database)
      if (at === null) return warn('No backup recorded yet.', 'Schedule a nightly backup, and practice restoring it.')
      const says = `Last backup ${ageOf(secondsSince(at))} ago.`
      return by(secondsSince(at), [36 * 3600, 7 * 86_400], says, 'Check the log of the nightly backup.')
    },
  },
]

/** File whose modification time is the last embedded backup. A backup can't write to the database itself. */
export const BACKED_UP = 'backed-up'

async function backedUpAt(database: Database): Promise<string | null> {
  const { directory } = database as { directory?: string }
  if (directory) return (await stat(join(dirname(directory), BACKED_UP)).catch(() => null))?.mtime.toISOString() ?? null
  const { rows } = await withoutRls(
    database,
    (tx) => tx.sql<{ at: string | null }>`select backed_up_at as at from installation`,
  )
  return rows[0]?.at ?? null
}

async function lookAtWebhooks(database: Database): Promise<CheckResult> {
  const { on, failing, turnedOff, turnedOffLately, waiting, oldest, lateSince } = await webhookCounts(database)
  if (on + turnedOff === 0) return ok('No firm has an active webhook.')
  const wait = oldest
    ? `${waiting} ${waiting === 1 ? 'delivery is' : 'deliveries are'} waiting, the oldest for ${ageOf(secondsSince(oldest))}`
    : 'No deliveries waiting'
  const says = `${wait}. Active webhooks: ${on}, of which ${failing} are failing. Turned off in the last week: ${turnedOffLately}.`
  const late = lateSince ? secondsSince(lateSince) : 0
  if (late >= 600)
    return by(
      late,
      [600, 3600],
      `Deliveries ready to send have waited ${ageOf(late)}. ${says}`,
      'Look for “webhooks” under Running tasks. If it isn’t there, check that a process runs jobs.',
    )
  // One failure is that firm's problem. If all fail, it is this server's.
  if (failing > 1 && failing === on)
    return bad(says, 'All webhooks are failing. Check that this server can reach the internet, and check its firewall.')
  if (turnedOffLately > 0)
    return warn(
      says,
      'Their admins got an email. Ask whether they saw it. Once the address works, they can turn the webhook back on.',
    )
  return ok(says)
}

async function tryFiles(database: Database): Promise<CheckResult> {
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
      `Can’t save files in ${bucket.place}: ${whyNot[code] ?? message.split('\n')[0]}`,
      'Check that this location exists, has space, and lets Pursuit write.',
    )
  }
  try {
    const pieces: Buffer[] = []
    for await (const piece of (await bucket.read(key)) ?? []) pieces.push(Buffer.from(piece as Uint8Array))
    if (!Buffer.concat(pieces).equals(content))
      return bad(
        'A test file came back different from what was written.',
        'Check the disk or the file store, and restore what is damaged.',
      )
  } finally {
    await bucket.remove(key)
  }
  const milliseconds = performance.now() - began
  return by(
    milliseconds,
    [1000, 2500],
    `Wrote, read, and removed a test file in ${bucket.kind} in ${Math.round(milliseconds)} ms.`,
    'Check the connection to the file store, and the store itself.',
  )
}
const whyNot: Record<string, string> = {
  ENOENT: 'it doesn’t exist.',
  ENOTDIR: 'it isn’t a folder.',
  EROFS: 'it is read-only.',
  EACCES: 'Pursuit can’t write there.',
  EPERM: 'Pursuit can’t write there.',
}

/** Belongs to no firm, so the daily cleanup removes what an interrupted check leaves. */
const PROBE_FIRM = '00000000-0000-0000-0000-000000000000'
