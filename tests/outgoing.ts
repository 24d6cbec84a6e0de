// Messages that a firm has queued, and senders on a separate database.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { EmailMessage, Push } from '#core/server/outgoing/outgoing.ts'
import { outgoingQueues, type SendersOptions, sendersOf, startSending } from '#core/server/outgoing/sending.ts'
import { makeFirm, makePerson } from '#core/server/testing/fixtureContext.ts'
import { type Jobs, startJobs } from '#core/server/work/jobs.ts'
import { testDatabase } from './database.ts'

type Queued = { recipient: string; device: string | null; state: string; content: unknown }

const queued = async (database: Database, channel: string, recipient: string) =>
  (
    await withoutRls(
      database,
      (tx) =>
        tx.sql<Queued>`select recipient, device, state, content from outgoing
        where channel = ${channel} and recipient = ${recipient} and content is not null order by queued_at, ctid`,
    )
  ).rows

/** Returns the emails queued for an address, oldest first, without sent ones. */
export const lettersTo = async (database: Database, email: string): Promise<EmailMessage[]> =>
  (await queued(database, 'mail', email)).map(({ content }) => (content as { letter: EmailMessage }).letter)

/** Returns the text messages queued for a number, oldest first. */
export const textsTo = async (database: Database, number: string): Promise<string[]> =>
  (await queued(database, 'text', number)).map(({ content }) => (content as { text: string }).text)

/** Returns the pushes queued for a person, oldest first, one per device. */
export const pushesTo = async (database: Database, userId: string): Promise<(Push & { device: string | null })[]> =>
  (await queued(database, 'push', userId)).map(({ content, device }) => ({
    ...(content as { push: Push }).push,
    device,
  }))

export type Row = {
  id: string
  channel: string
  recipient: string
  device: string | null
  state: string
  tries: number
  problem: string
  content: unknown
}

export type Sending = {
  database: Database
  directory: string
  orgId: string
  userId: string
  jobs: () => Jobs
  queue: (work: (tx: Tx, orgId: string) => Promise<unknown>) => Promise<void>
  rows: () => Promise<Row[]>
  /** Polls the rows until the condition holds and runs the queues, so that no test waits for a poll. */
  until: (isSo: (rows: Row[]) => boolean) => Promise<Row[]>
  start: (options?: Partial<SendersOptions>) => Promise<void>
  /** Stops as on server shutdown. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

const PATIENCE = 25_000

/** Opens a firm with one person, on a database with running queues. Retries happen within a second or two. */
export async function openSending(options: Partial<SendersOptions> = {}): Promise<Sending> {
  const { database, close } = await testDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-outbox-'))
  const { orgId, userId } = await withoutRls(database, async (tx) => {
    const orgId = await makeFirm(tx)
    return { orgId, userId: await makePerson(tx, orgId, 'dana@hartwell.example') }
  })
  let jobs: Jobs | undefined
  let stopSending: (() => void) | undefined
  const rows = async () =>
    (
      await withoutRls(
        database,
        (tx) =>
          tx.sql<Row>`select id, channel, recipient, device, state, tries, problem, content from outgoing order by queued_at, ctid`,
      )
    ).rows
  const sending: Sending = {
    database,
    directory,
    orgId,
    userId,
    jobs: () => jobs!,
    queue: (work) => withOrg(database, orgId, async (tx) => void (await work(tx, orgId))),
    rows,
    async until(isSo) {
      const end = Date.now() + PATIENCE
      for (;;) {
        const found = await rows()
        if (isSo(found)) return found
        if (Date.now() > end) throw new Error(`It never came to this: ${JSON.stringify(found, null, 1)}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
        for (const channel of ['mail', 'text', 'push']) jobs?.wake(channel)
      }
    },
    async start(more = {}) {
      const origin = () => 'https://pursuit.hartwell.example'
      const senders = sendersOf(database, { origin, directory, ...options, ...more })
      const retry = { limit: 4, firstAfterSeconds: 1, everySeconds: 1 }
      jobs = await startJobs(database, [], outgoingQueues(senders, retry))
      stopSending = await startSending(database, jobs)
    },
    async stop() {
      stopSending?.()
      await jobs?.stop()
      stopSending = undefined
      jobs = undefined
    },
    async close() {
      await sending.stop()
      await close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  await sending.start()
  return sending
}
