// Runs the real server on a real database in this process, reached through HTTP.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { features } from '#app/features.ts'
import { switchesAt } from '#core/contract/notice.ts'
import type { Quotas } from '#core/server/callLimits.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { composeFeatures, type Feature } from '#core/server/feature.ts'
import { openFilesOf } from '#core/server/files/settings.ts'
import { createHttp } from '#core/server/http.ts'
import { onlyInstance } from '#core/server/instances.ts'
import { openInstances } from '#core/server/knownInstances.ts'
import { hashPassword } from '#core/server/passwords.ts'
import type { Handler } from '#core/server/routes.ts'
import { provide } from '#core/server/services.ts'
import { openSession } from '#core/server/sessions.ts'
import { asClient, type CallApi, callerOf } from '#core/server/testing/calls.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import type { AnyTask } from '#core/server/work/work.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { Reaction } from '#core/sync/server/reactions.ts'
import { addFirmPeople, createFirm, type NewFirm, type NewPerson } from '#features/admin/operator/server/firms.ts'
import { flags } from '#tests/flags.ts'
import { testDatabase } from './database.ts'
import { readAsSent } from './pdfs.ts'

export type Client = {
  actor: Actor
  orgId: string
  token: string
  email: string
  call: CallApi
}
export type Api = {
  http: FastifyInstance
  database: Database
  /** Current time of the server. Null means the real clock. */
  clock: { now: Date | null }
  aFirm: (firm?: Partial<NewFirm>) => Promise<string>
  aPerson: (orgId: string, person?: Partial<NewPerson>) => Promise<Client>
  /** Resolves once other targets reflect the changes so far. */
  caughtUp: () => Promise<void>
  /** Resolves once no background task is due or running. */
  idle: () => Promise<void>
  close: () => Promise<void>
}

export const PASSWORD = 'Pursuit#2026'
let passwordHash: Promise<string> | undefined

export type More = {
  more?: Handler[]
  reactions?: Reaction[]
  means?: Partial<Dependencies>
  also?: readonly Feature[]
  quotas?: Quotas
}

/**
 * Stores PDFs unchanged unless `dependencies` has a `readPdf`. `also` adds features, `more` adds routes, and `reactions` adds
 * listeners.
 */
export async function openApi({ more = [], reactions = [], means, also = [], quotas }: More = {}): Promise<Api> {
  const { database, close } = await testDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-files-'))
  const { instances, close: stopHearing } = await openInstances(database, means?.instances ?? onlyInstance())
  const product = composeFeatures([...features, ...also], { readPdf: readAsSent, ...means, instances })
  openFilesOf(database, undefined, directory, product.files)
  provide(database, { ...product, reactions: [...product.reactions, ...reactions] })
  const clock: Api['clock'] = { now: null }
  const served = [...product.routes, ...more]
  const http = asClient(
    await createHttp({
      database,
      served,
      externalApis: product.externalApis,
      instances,
      version: 'test',
      now: () => clock.now ?? new Date(),
      ...(quotas && { quotas }),
    }),
  )
  await http.ready()
  const jobs = await startJobs(database, [], [], product.work)
  let people = 0
  return {
    http,
    database,
    clock,
    aFirm: (firm) => withoutRls(database, (tx) => createFirm(tx, flags, { name: 'Hartwell & Stone LLP', ...firm })),
    async aPerson(orgId, person) {
      passwordHash ??= hashPassword(PASSWORD)
      const hash = await passwordHash
      const email = `person${++people}.${randomUUID().slice(0, 8)}@hartwell.example`
      // These tests enable every channel. New people of the product start on Daily.
      const settings = { ...switchesAt(product.notices, 'everything'), ...person?.settings }
      const named = { email, first_name: 'Dana', last_name: `Reyes${people}`, passwordHash: hash, ...person, settings }
      const [actor] = await withoutRls(database, (tx) => addFirmPeople(tx, orgId, [named]))
      const token = await withoutRls(database, (tx) => openSession(tx, orgId, actor!.id))
      return { actor: actor!, orgId, token, email: named.email, call: callerOf(http, token) }
    },
    caughtUp: () => untilCaughtUp(database),
    idle: () => untilIdle(database, product.work),
    async close() {
      await http.close()
      await jobs.stop()
      await stopHearing()
      await close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export async function untilCaughtUp(database: Database): Promise<void> {
  const isBehind = `select exists (select 1 from upkeep where problem is null) or exists (select 1 from copies_due where problem is null) as behind`
  while ((await database.pool.query<{ behind: boolean }>(isBehind)).rows[0]!.behind) await setTimeout(5)
}

/** Milliseconds, less than a test's timeout, so that the error names the unfinished task. */
const IDLE_LIMIT = 50_000

async function untilIdle(database: Database, works: readonly AnyTask[]): Promise<void> {
  const names = works.map(({ name }) => name)
  const underWay = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select distinct name from jobs.job where name = any($1) and state in ('created', 'retry', 'active')`,
      [names],
    )
    return rows.map(({ name }) => name)
  }
  const due = async () => {
    for (const work of works) if ((await work.due(database)).length > 0) return [work.name]
    return []
  }
  const from = performance.now()
  for (;;) {
    const left = [...(await due()), ...(await underWay())]
    if (left.length === 0) return
    if (performance.now() - from > IDLE_LIMIT) throw new Error(`There is no end of ${left.join(', ')}.`)
    await setTimeout(20)
  }
}
