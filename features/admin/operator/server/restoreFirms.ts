// Restores a firm from another deployment. The server checks the whole archive before it writes anything, then writes
// small batches, each with its progress. No one sees the firm until it is complete, and a stop or failure is undone row
// by row.
import { z } from 'zod'
import { messageOf, Refusal } from '#core/contract/errors.ts'
import { id } from '#core/contract/fields.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { defineFileKind } from '#core/server/files/kinds.ts'
import { filesOf } from '#core/server/files/store.ts'
import { type AnyTask, type Batch, defineTask, type TaskContext } from '#core/server/work/work.ts'
import type { ImportedTargets } from '#features/targets/server/contract.ts'
import { ARCHIVE_KIND, type FirmArrival } from '../firmRestoreContract.ts'
import { type Arrived, openCheck } from './checkArchive.ts'
import { exportedTables } from './firmTables.ts'
import { type ArchiveItem, readArchive } from './readArchive.ts'
import { fileOf, restoreBytes } from './restoreBytes.ts'
import { isLost, withIdsOfHere } from './sharedContent.ts'
import { dropArchive, undoing } from './undoArrival.ts'
import { endWhatWasUnderWay, insertLines, setFeedSequences } from './writeRestore.ts'

export const archiveKind = defineFileKind({
  name: ARCHIVE_KIND,
  types: ['application/octet-stream'],
  limit: 1024 ** 4,
  otherType: 'This isn’t a firm archive.',
  // Only the server reads it, since the person who uploaded it has the file.
  mayOpen: () => false,
  mayUpload: ({ session }) => session.actor.role === 'operator',
})

export const firmRestoreHandlers = { name: 'bringFirms' }

type Input = { orgId: string; id: string }
type Row = {
  state: FirmArrival['state']
  file_id: string | null
  bytes: number
  asked_by: string
  firm_id: string | null
  firm_name: string
  plan: Arrived['plan']
  stage: 'rows' | 'keys' | 'copies' | 'scores'
  entry: number
  line: number
  after_id: string
  problem: string
}

export const firmRestoreTasks = (targets: ImportedTargets): AnyTask =>
  defineTask<Input>({
    ...firmRestoreHandlers,
    input: z.object({ orgId: id, id }),
    key: ({ id }) => id,
    isForClosed: true,
    sizes: { first: 100, most: 1000 },
    due: async (database) =>
      (
        await withoutRls(
          database,
          (tx) =>
            tx.sql<Input>`select org_id as "orgId", id from firm_arrivals where state in ('reading', 'writing', 'undoing')`,
        )
      ).rows,
    async begin(database, input) {
      const now = await read(database, input)
      if (now?.state === 'reading') return checking(database, input, now, targets)
      if (now?.state === 'writing') return writing(database, input, now, targets)
      return now?.state === 'undoing' ? undoing(database, input) : null
    },
    ifStopped: 'Nothing was imported. You can start the import again.',
    async failed(database, { orgId, id }, error) {
      // A firm that can't be removed stays closed, for operators to see and delete.
      await withoutRls(
        database,
        (tx) =>
          tx.sql`update firm_arrivals set state = case when state = 'writing' then 'undoing' else 'failed' end,
            problem = ${messageOf(error)}, finished_at = case when state = 'writing' then null else (select now()) end
          where org_id = ${orgId} and id = ${id} and state in ('reading', 'writing', 'undoing')`,
      )
      await dropArchive(database, { orgId, id })
    },
  })

async function read(database: Database, { orgId, id }: Input): Promise<Row | null> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Row>`
      select state, file_id, bytes::float8 as bytes, asked_by, firm_id, firm_name, plan, stage, entry, line, after_id, problem
      from firm_arrivals where org_id = ${orgId} and id = ${id}`,
  )
  return rows[0] ?? null
}

async function openIt(database: Database, { orgId }: Input, { file_id, bytes }: Row, from = 0) {
  const content = file_id && (await filesOf(database).read(orgId, file_id))
  if (!content) throw new Refusal('gone', 'The archive has expired. Upload it again.', 410)
  return readArchive(content, bytes, from)
}

// — reading it through ———————————————————————————————————————————————————————————————————————

async function checking(database: Database, input: Input, row: Row, targets: ImportedTargets): Promise<TaskContext> {
  const check = openCheck(await withoutRls(database, exportedTables))
  const items = await openIt(database, input, row)
  let writes: TaskContext | null = null
  return {
    async next(size): Promise<Batch> {
      if (writes) return writes.next(size)
      const { value, done } = await items.next()
      if (!done) {
        await check.take(value)
        return { done: value.kind === 'lines' ? value.lines.length : 1, isLeft: true }
      }
      await withoutRls(database, async (tx) => beginWriting(tx, input, await check.end(tx)))
      const now = await read(database, input)
      // Someone could have stopped it in the meantime.
      if (now?.state === 'writing') writes = await writing(database, input, now, targets)
      return { done: 1, isLeft: writes !== null }
    },
  }
}

/** Moves the restore to the writing state. Any process can continue from here. */
async function beginWriting(tx: Tx, { orgId, id }: Input, { firm, total, plan, left_out }: Arrived): Promise<void> {
  const going = await tx.sql`
    select from firm_arrivals where firm_id = ${firm.id} and state in ('writing', 'undoing') and id <> ${id}`
  if (going.rows.length > 0) throw new Refusal('taken', `${firm.name} is already being imported.`, 409)
  await tx.sql`
    update firm_arrivals set state = 'writing', firm_id = ${firm.id}, firm_name = ${firm.name}, total = ${total}, done = 0, plan = ${JSON.stringify(plan)}::jsonb,
      left_out = ${left_out} where org_id = ${orgId} and id = ${id} and state = 'reading'`
}

// — writing it —————————————————————————————————————————————————————————————————————————————————

async function writing(database: Database, input: Input, row: Row, targets: ImportedTargets): Promise<TaskContext> {
  const firmId = row.firm_id!
  const tables = new Map((await withoutRls(database, exportedTables)).map((table) => [table.name, table]))
  const items = row.stage === 'rows' ? await openIt(database, input, row, row.entry) : null
  let at = row
  let waiting: Extract<ArchiveItem, { kind: 'lines' }> | null = null

  /**
   * Runs one transaction of the firm that isn't visible yet. Returns null if another process has continued or the
   * restore was stopped.
   */
  const step = (
    work: (tx: Tx) => Promise<Partial<Pick<Row, 'stage' | 'entry' | 'line' | 'after_id'>> & { done: number }>,
  ) =>
    withoutRls(database, async (tx) => {
      const { rows } = await tx.sql<Row>`
        select stage, entry, line, after_id from firm_arrivals
        where org_id = ${input.orgId} and id = ${input.id} and state = 'writing' for update`
      const now = rows[0]
      if (
        !now ||
        now.stage !== at.stage ||
        now.entry !== at.entry ||
        now.line !== at.line ||
        now.after_id !== at.after_id
      )
        return null
      await tx.setOrg(firmId)
      const { done, ...moved } = await work(tx)
      const next = { ...at, ...moved }
      await tx.sql`
        update firm_arrivals set stage = ${next.stage}, entry = ${next.entry}, line = ${next.line}, after_id = ${next.after_id}, done = least(total, done + ${done})
        where org_id = ${input.orgId} and id = ${input.id}`
      return { next, done }
    })
  async function move(work: Parameters<typeof step>[0]): Promise<Batch> {
    const moved = await step(work)
    if (!moved) return { done: 0, isLeft: false }
    at = moved.next
    return { done: moved.done, isLeft: true }
  }

  async function someLines(size: number): Promise<Batch> {
    const { table, entry, first, lines, isLast } = waiting!
    const skipped = entry === at.entry ? Math.min(lines.length, Math.max(0, at.line - first)) : 0
    // The previous process wrote these lines before it stopped.
    if (skipped === lines.length && !isLast) {
      waiting = null
      return { done: 0, isLeft: true }
    }
    const some = lines.slice(skipped, skipped + size)
    const isEnd = isLast && skipped + some.length === lines.length
    const kept = some.flatMap((line, place) => {
      if (isLost(row.plan, table, JSON.parse(line) as Record<string, unknown>)) return []
      return [{ line: withIdsOfHere(row.plan, line), place: first + skipped + place + 1 }]
    })
    const batch = await move(async (tx) => {
      await insertLines(tx, firmId, tables.get(table)!, kept)
      return {
        ...(isEnd ? { entry: entry + 1, line: 0 } : { entry, line: first + skipped + some.length }),
        done: some.length,
      }
    })
    if (skipped + some.length === lines.length) waiting = null
    return batch
  }

  async function oneFile(item: Extract<ArchiveItem, { kind: 'file' }>): Promise<Batch> {
    const file = await fileOf(database, firmId, item)
    if (file) await restoreBytes(database, firmId, file, item.content)
    else item.content.destroy()
    return move(async () => ({ entry: item.entry + 1, line: 0, done: 1 }))
  }

  const made = { keys: 'copies', copies: 'scores' } as const
  async function someMade(size: number): Promise<Batch> {
    const { stage } = at
    if (stage === 'rows') return { done: 0, isLeft: false }
    let isEnded = false
    const batch = await move(async (tx) => {
      const { last } = await targets[stage](tx, at.after_id, size)
      if (last !== null) return { after_id: last, done: 0 }
      isEnded = stage === 'scores'
      if (stage === 'scores') await finish(tx, input, row)
      return { stage: stage === 'scores' ? stage : made[stage], after_id: FIRST, done: 0 }
    })
    if (!isEnded) return { ...batch, done: Math.max(1, batch.done) }
    await dropArchive(database, input)
    return { done: 1, isLeft: false }
  }

  return {
    async next(size) {
      if (at.stage !== 'rows') return someMade(size)
      if (waiting) return someLines(size)
      const { value, done } = await items!.next()
      if (done) return move(async () => ({ stage: 'keys', after_id: FIRST, done: 0 }))
      if (value.kind === 'lines') {
        waiting = value
        // The end of a table, or of one piece of it.
        if (value.lines.length > 0 || value.isLast) return someLines(size)
        waiting = null
        return { done: 0, isLeft: true }
      }
      if (value.kind === 'file') return oneFile(value)
      return move(async () => ({ entry: value.entry + 1, line: 0, done: 0 }))
    },
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000'

/** In one transaction, ends tasks that were running on the old server, opens the firm, and writes both audit logs. */
async function finish(tx: Tx, { orgId, id }: Input, { firm_id, firm_name, asked_by, plan }: Row): Promise<void> {
  const firmId = firm_id!
  await endWhatWasUnderWay(tx, firmId)
  await setFeedSequences(tx, firmId)
  await tx.sql`update files set missing_at = case when id = any(${plan.missing}::uuid[]) then (select now()) end where org_id = ${firmId}`
  await tx.sql`
    update orgs o set suspended_at = null, logo_id = (select f.id from files f where f.org_id = o.id and f.id = ${plan.logo})
    where id = ${firmId}`
  await tx.sql`update firm_arrivals set state = 'done', done = total, finished_at = now() where org_id = ${orgId} and id = ${id}`
  for (const org of new Set([firmId, orgId]))
    await audit(
      tx,
      { org: { id: org } },
      { action: 'firm.arrived', subject: { id: firmId, name: firm_name }, details: { asked_by } },
    )
}
