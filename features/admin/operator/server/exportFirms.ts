// Exports a firm's tables as lines of JSON, and its files, in one archive. The server writes it to disk in small
// batches and stores it as a file of the operators' firm. After a crash it starts over.
import { z } from 'zod'
import { messageOf, Refusal } from '#core/contract/errors.ts'
import { id } from '#core/contract/fields.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { defineFileKind } from '#core/server/files/kinds.ts'
import { filesOf } from '#core/server/files/store.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { type Batch, defineTask } from '#core/server/work/work.ts'
import { EXPORT_DAYS, type FirmExport } from '../exportContract.ts'
import { type Archive, type ArchiveLines, openArchive, openLines } from './archive.ts'
import { countRows, exportedTables, type FirmTable, nextLines, skippedTables } from './firmTables.ts'
import { sharedOf } from './sharedContent.ts'

/** Version of the archive format. Older servers reject a higher version. */
export const ARCHIVE_FORMAT = 1

type Input = { orgId: string; id: string }

export const exportKind = defineFileKind({
  name: 'firmExport',
  types: ['application/octet-stream'],
  limit: 1024 ** 4,
  otherType: 'This isn’t an export.',
  async mayOpen({ tx, session, file }) {
    if (session.actor.role !== 'operator') return false
    const { rows } = await tx.sql`
      select from firm_exports where org_id = ${session.org.id} and file_id = ${file.id} and state = 'done' and ends_at > now()`
    return rows.length > 0
  },
})

export const exportsOfFirms = { name: 'exportFirms' }

export const exportFirmsTask = defineTask<Input>({
  ...exportsOfFirms,
  input: z.object({ orgId: id, id }),
  key: ({ id }) => id,
  sizes: { first: 200, most: 5000 },
  due: async (database) =>
    (
      await withoutRls(
        database,
        (tx) => tx.sql<Input>`select org_id as "orgId", id from firm_exports where state = 'running'`,
      )
    ).rows,
  async begin(database, input) {
    const asked = await withoutRls(database, (tx) => readAsked(tx, input))
    if (!asked) return null
    if (asked.file_id) return { next: () => tell(database, input) }
    const making = await beginMaking(database, input, asked)
    return {
      async next(size) {
        try {
          return await making.next(size)
        } catch (error) {
          await making.discard()
          throw error
        }
      },
    }
  },
  ifStopped: 'Nothing was kept. You can start the export again.',
  failed: (database, { orgId, id }, error) =>
    withoutRls(database, async (tx) => {
      await tx.sql`update firm_exports set state = 'failed', problem = ${messageOf(error)}, finished_at = now()
        where org_id = ${orgId} and id = ${id} and state = 'running'`
    }),
})

type Asked = { firm_id: string; firm_name: string; file_id: string | null; asked_at: string }

/** Returns null if the export was stopped in the meantime. */
async function readAsked(tx: Tx, { orgId, id }: Input): Promise<Asked | null> {
  const { rows } = await tx.sql<Asked>`
    select firm_id, firm_name, file_id, asked_at from firm_exports where org_id = ${orgId} and id = ${id} and state = 'running'`
  return rows[0] ?? null
}

type Kept = {
  file_id: string
  version: number
  stored_id: string
  name: string
  bytes: number
  at: string
  is_old: boolean
}
type Written = { table: string; rows: number }
type Making = { next: (size: number) => Promise<Batch>; discard: () => Promise<void> }

async function beginMaking(database: Database, input: Input, { firm_id, firm_name, asked_at }: Asked): Promise<Making> {
  const files = filesOf(database)
  const reading = <T>(work: (tx: Tx) => Promise<T>) => withOrg(database, firm_id, work, { isQuiet: true })
  await refuseDeleted(database, firm_id)
  const tables = await withoutRls(database, exportedTables)
  const contents = await reading(storedFiles)
  const total = (await reading((tx) => countRows(tx, firm_id, tables))) + contents.length
  await withoutRls(
    database,
    (tx) =>
      tx.sql`update firm_exports set total = ${total}, done = 0 where org_id = ${input.orgId} and id = ${input.id}`,
  )
  const archive = await openArchive(files.waiting)
  let lines: ArchiveLines | null = null
  const at = new Date()
  const written: Written[] = []
  const missing: string[] = []
  let rows = 0
  let last: string | null = null
  let nextFile = 0

  async function someRows(table: FirmTable, size: number): Promise<number> {
    lines ??= await openLines(files.waiting)
    const found = await reading((tx) => nextLines(tx, firm_id, table, last, size))
    await lines.add(found)
    rows += found.length
    last = found.at(-1) ?? last
    if (found.length === size) return found.length
    const { bytes, content } = await lines.read()
    await archive.add(`tables/${table.name}.jsonl`, bytes, content, at)
    await lines.discard()
    written.push({ table: table.name, rows })
    lines = null
    rows = 0
    last = null
    return found.length
  }
  async function oneFile(file: Kept): Promise<void> {
    const name = pathOf(file)
    const content = await files.read(firm_id, file.stored_id)
    if (content) await archive.add(name, Number(file.bytes), content, new Date(file.at))
    else missing.push(name)
  }
  async function end(): Promise<Batch> {
    const shapes = {
      format: ARCHIVE_FORMAT,
      firm: firm_name,
      firm_id,
      asked_at,
      began_at: at,
      finished_at: new Date(),
      tables: shapesOf(tables, written),
      missing_files: missing,
      shared: await withoutRls(database, (tx) => sharedOf(tx, firm_id)),
    }
    await archive.addText('tables.json', `${JSON.stringify(shapes, null, 2)}\n`, at)
    await archive.addText('README.txt', readMe(firm_name, at), at)
    const made = await archive.finish()
    await storeArchive(database, input, nameFor(firm_name, at), made)
    return { done: 1, isLeft: true }
  }
  const discard = async () => {
    await archive.discard()
    await lines?.discard()
  }
  let isEnded = false
  return {
    discard,
    async next(size) {
      if (isEnded) return tell(database, input)
      if (!(await withoutRls(database, (tx) => readAsked(tx, input)))) {
        await discard()
        return { done: 0, isLeft: false }
      }
      const table = tables[written.length]
      const file = contents[nextFile]
      let done = 1
      if (table) done = await someRows(table, size)
      else if (file) {
        await oneFile(file)
        nextFile++
      } else {
        isEnded = true
        return end()
      }
      await withoutRls(
        database,
        (tx) =>
          tx.sql`update firm_exports set done = least(total, done + ${done}) where org_id = ${input.orgId} and id = ${input.id}`,
      )
      return { done, isLeft: true }
    },
  }
}

async function refuseDeleted(database: Database, firmId: string): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql`select from orgs o where id = ${firmId} and not exists (select 1 from (select * from deleted_firms) d where d.firm_id = o.id)`,
  )
  if (rows.length === 0) throw new Refusal('gone', 'This firm is being deleted and can’t be exported anymore.')
}

/** Returns the firm's files with their replaced versions, but not the vendor's files for all firms. */
async function storedFiles(tx: Tx): Promise<Kept[]> {
  const { rows } = await tx.sql<Kept>`
    select id as file_id, version, coalesce(stored_id, id) as stored_id, name, bytes, created_at as at, false as is_old from files where org_id = ${currentOrgId}
    union all select file_id, version, stored_id, name, bytes, created_at, true from file_versions where org_id = ${currentOrgId}
    order by file_id, version`
  return rows
}

/** Builds the path from the ID, since names repeat. Earlier versions include their number. */
function pathOf({ file_id, version, name, is_old }: Kept): string {
  const safe = name.replaceAll(/[/\\\p{Cc}]/gu, '_').replace(/^\.+$/, '_')
  return is_old ? `files/${file_id}/earlier/${version}/${safe}` : `files/${file_id}/${safe}`
}

const shapesOf = (tables: readonly FirmTable[], written: readonly Written[]) =>
  tables.map(({ name, columns, key, refers, left_out }, place) => ({
    name,
    file: `tables/${name}.jsonl`,
    rows: written[place]?.rows ?? 0,
    columns,
    key: name === 'orgs' ? key : ['org_id', ...key],
    refers,
    left_out,
  }))

const readMe = (
  firm: string,
  at: Date,
) => `Everything Pursuit stores for ${firm}, as of ${at.toISOString().slice(0, 10)}.

tables/*.jsonl   one table each, one row on each line, as JSON in UTF-8
tables.json      the columns of each table with their types, what refers to what, how many rows there are,
                 which columns are left out and why, and what the vendor's content is called that the rows refer to
files/<id>/      the files, by the id that the table 'files' knows them by

Instants are in UTC, days are YYYY-MM-DD, amounts are dollars. Tables were read one after the other: what people
did in the meantime is in some of them and not in others, unless the firm was suspended.

Left out, each with its reason:
${Object.entries(skippedTables)
  .map(([name, reason]) => `  ${name.padEnd(26)} ${reason}`)
  .join('\n')}
`

const nameFor = (firm: string, at: Date) => {
  const word =
    firm
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .toLowerCase() || 'firm'
  return `${word}-${at.toISOString().slice(0, 10)}.tar.gz`
}

/**
 * Stores the archive as a file of the operators' firm, unless the export was stopped or another process finished first.
 */
async function storeArchive(
  database: Database,
  { orgId, id }: Input,
  name: string,
  made: Awaited<ReturnType<Archive['finish']>>,
): Promise<void> {
  const files = filesOf(database)
  const placed = await files.place(orgId, exportKind, {
    ...made,
    name,
    type: 'application/octet-stream',
    discard: async () => undefined,
  })
  await files.change(orgId, [placed], async ({ tx, keep }) => {
    const { rows } = await tx.sql`
      select from firm_exports where org_id = ${orgId} and id = ${id} and state = 'running' and file_id is null for update`
    if (rows.length === 0) return
    await keep(placed, null)
    await tx.sql`update firm_exports set file_id = ${placed.id} where org_id = ${orgId} and id = ${id}`
  })
}

/**
 * Writes both audit logs with the final state. If the server is killed before, the stored archive only lacks these
 * entries.
 */
async function tell(database: Database, { orgId, id }: Input): Promise<Batch> {
  return withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<{ firm_id: string; firm_name: string; total: number; bytes: number }>`
      update firm_exports e set state = 'done', done = total, finished_at = now(), ends_at = now() + make_interval(days => ${EXPORT_DAYS})
      from files f where e.org_id = ${orgId} and e.id = ${id} and e.state = 'running' and f.org_id = e.org_id and f.id = e.file_id
      returning e.firm_id, e.firm_name, e.total, f.bytes::float8 as bytes`
    const { firm_id, firm_name, total, bytes } = rows[0] ?? {}
    if (firm_id && firm_name)
      for (const org of new Set([firm_id, orgId]))
        await audit(
          tx,
          { org: { id: org } },
          { action: 'firm.exported', subject: { id: firm_id, name: firm_name }, details: { pieces: total, bytes } },
        )
    return { done: 0, isLeft: false }
  })
}

/** Deletes archives that have expired, and archives of deleted firms. */
export const endExports: Job = {
  name: 'end-exports',
  cron: '25 * * * *',
  async run(database) {
    const { rows } = await withoutRls(
      database,
      (tx) =>
        tx.sql<{ org_id: string; id: string; file_id: string }>`
      select org_id, id, file_id from firm_exports where state <> 'running' and file_id is not null and coalesce(ends_at, now()) <= now()`,
    )
    for (const { org_id, id, file_id } of rows)
      await filesOf(database).change(org_id, [], async ({ tx, drop }) => {
        await tx.sql`update firm_exports set state = 'ended', file_id = null where org_id = ${org_id} and id = ${id}`
        await drop(file_id)
      })
  },
}

/** Archives of a deleted firm are deleted as well. */
export const endExportsOf = (tx: Tx, firmId: string) =>
  tx.sql`update firm_exports set state = case when state = 'running' then 'stopped' else state end, ends_at = least(ends_at, now()) where firm_id = ${firmId}`

/** Returns null if the firm was never exported. */
export async function latestExport(tx: Tx, firmId: string): Promise<FirmExport | null> {
  const { rows } = await tx.sql<FirmExport>`
    select e.id, case when e.state = 'done' and e.ends_at <= now() then 'ended' else e.state end as state, e.asked_by, e.asked_at, e.total, e.done, e.problem,
      e.finished_at, e.ends_at, f.bytes::float8 as bytes
    from firm_exports e left join files f on f.org_id = e.org_id and f.id = e.file_id
    where e.firm_id = ${firmId} order by e.asked_at desc limit 1`
  return rows[0] ?? null
}
