// Checks a whole archive before any of it is written: its format, whether the firm can be restored here, and whether it
// is complete and unchanged.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import { isGuid } from '#core/contract/guid.ts'
import { jsonIn } from '#core/contract/jsonIn.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { ARCHIVE_FORMAT } from './exportFirms.ts'
import type { FirmTable } from './firmTables.ts'
import { type ArchiveItem, damaged, formatDamage } from './readArchive.ts'
import { isLost, namedOf, planShared, type SharedPlan } from './sharedContent.ts'

export type Arrived = {
  firm: { id: string; name: string }
  /** Counts rows and files. */
  total: number
  plan: SharedPlan & { missing: string[]; logo: string | null }
  left_out: string[]
}

const About = z.object({
  format: z.number(),
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.number(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
  missing_files: z.array(z.string()),
  shared: z.array(
    z.object({
      kind: z.enum(['lesson', 'category', 'worksheet', 'content', 'insight']),
      id: z.guid(),
      name: z.string(),
      versions: z.record(z.string(), z.string()).nullish(),
    }),
  ),
})

const foreign = () => damaged('it contains more than one firm.')
const newer = () =>
  new Refusal(
    'invalid',
    'This archive was created by a newer version of Pursuit. Update this server, then import the firm.',
    422,
  )

/** Number of email addresses named in an error. */
const NAMED = 5

export function openCheck(tables: readonly FirmTable[]) {
  const known = new Map(tables.map((table) => [table.name, table]))
  const counted = new Map<string, number>()
  const sums = new Map<string, { bytes: number; sha256: string }>()
  const emails: string[] = []
  /** Rows that refer to the vendor's content, by their references. The plan is made at the end. */
  const shared: { table: string; row: Record<string, unknown> }[] = []
  let firm: { id: string; name: string; logo_id: string | null } | null = null
  let about: z.infer<typeof About> | null = null
  let files = 0

  function takeLine(table: string, line: string): void {
    const row = rowOf(line)
    if (table === 'orgs') {
      if (firm || typeof row.id !== 'string' || !isGuid(row.id) || typeof row.name !== 'string') throw foreign()
      firm = { id: row.id, name: row.name, logo_id: typeof row.logo_id === 'string' ? row.logo_id : null }
      return
    }
    if (!firm || row.org_id !== firm.id) throw foreign()
    if (table === 'users') takePerson(row)
    if (table === 'files') sums.set(String(row.id), sumOf(row))
    if (table === 'file_versions') sums.set(`${row.file_id} ${row.version}`, sumOf(row))
    if (SHARED.has(table)) shared.push({ table, row: refersOf(row) })
  }
  function takePerson(row: Record<string, unknown>): void {
    if (row.role === 'operator')
      throw new Refusal('invalid', 'This is the operators’ own firm. It can’t be imported into another server.', 400)
    // Erased people have no email address.
    if (row.erased_at === null) emails.push(String(row.email).toLowerCase())
  }

  return {
    async take(item: ArchiveItem): Promise<void> {
      if (item.kind === 'lines') {
        if (!known.has(item.table)) throw newer()
        for (const line of item.lines) takeLine(item.table, line)
        counted.set(item.table, (counted.get(item.table) ?? 0) + item.lines.length)
      } else if (item.kind === 'file') {
        const sum = sums.get(item.version === null ? item.fileId : `${item.fileId} ${item.version}`)
        const hash = createHash('sha256')
        try {
          for await (const piece of item.content) hash.update(piece as Uint8Array)
        } catch (error) {
          throw formatDamage(error)
        }
        if (!sum || sum.bytes !== item.bytes || sum.sha256 !== hash.digest('hex'))
          throw damaged('a file in it differs from the one exported.')
        files++
      } else if (item.name === 'tables.json') about = aboutOf(item.text)
    },
    /** Throws an error with a message if the firm can't be restored here. */
    async end(tx: Tx): Promise<Arrived> {
      if (!firm || !about) throw damaged('its end is missing. Upload it again.')
      const { tables: given, missing_files, shared: names } = about
      compareShapes(known, given)
      for (const { name, rows } of given)
        if ((counted.get(name) ?? 0) !== rows) throw damaged('some rows are missing. Upload it again.')
      if (files + missing_files.length !== sums.size) throw damaged('some files are missing. Upload it again.')
      await refuseTaken(tx, firm, emails)
      const plan = await planShared(tx, names)
      const lost = Map.groupBy(
        shared.filter(({ table, row }) => isLost(plan, table, row)),
        ({ table }) => table,
      )
      const left_out = [...lost].map(
        ([table, rows]) => `${rows.length} ${namedOf(table)}: what they refer to isn’t on this server.`,
      )
      if (missing_files.length > 0)
        left_out.push(`${missing_files.length} files were already missing when the firm was exported.`)
      const missing = missing_files.map((name) => name.split('/')[1]!).filter(isGuid)
      const total = [...counted.values()].reduce((sum, rows) => sum + rows, files)
      return { firm, total, plan: { ...plan, missing, logo: firm.logo_id }, left_out }
    },
  }
}

const SHARED = new Set(
  [
    ...['lesson_progress', 'lesson_assignments', 'lesson_group_assignments', 'content_marks', 'digest_items'],
    ...['worksheet_answers', 'worksheet_cells', 'worksheet_writings', 'worksheet_comments'],
  ].values(),
)
/** Returns only the columns that the check needs. */
const refersOf = ({ lesson_id, category_id, content_id, worksheet_id, version }: Record<string, unknown>) => ({
  lesson_id,
  category_id,
  content_id,
  worksheet_id,
  ...(version !== undefined && { version }),
})

function rowOf(line: string): Record<string, unknown> {
  const row = jsonIn(line)
  if (row !== null && typeof row === 'object' && !Array.isArray(row)) return row as Record<string, unknown>
  throw damaged('it has an invalid row.')
}

const sumOf = ({ bytes, sha256 }: Record<string, unknown>) => ({ bytes: Number(bytes), sha256: String(sha256) })

function aboutOf(text: string): z.infer<typeof About> {
  const given = jsonIn(text)
  if (given === undefined) throw damaged('its manifest isn’t valid JSON.')
  const format = (given as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > ARCHIVE_FORMAT) throw newer()
  if (format === undefined)
    throw new Refusal(
      'invalid',
      'This archive is from a version that doesn’t support moving firms. Update that server and export the firm again.',
      400,
    )
  const about = About.safeParse(given)
  if (!about.success) throw damaged('its manifest is missing.')
  return about.data
}

/** An unknown column means that the archive comes from a newer version. A missing column gets its default. */
function compareShapes(known: ReadonlyMap<string, FirmTable>, given: z.infer<typeof About>['tables']): void {
  for (const { name, columns } of given) {
    const here = new Map(known.get(name)?.columns.map((column) => [column.name, column.type]))
    if (columns.some((column) => here.get(column.name) !== column.type)) throw newer()
  }
}

async function refuseTaken(tx: Tx, { id, name }: { id: string; name: string }, emails: string[]): Promise<void> {
  const there = await tx.sql`select from orgs where id = ${id}`
  if (there.rows.length > 0)
    throw new Refusal('taken', `${name} is already on this server. Delete it first to import it again.`, 409)
  const { rows } = await tx.sql<{ email: string }>`
    select email from login_directory where email = any(${emails}::text[]) order by email`
  const taken = rows.map(({ email }) => email)
  if (taken.length > 0)
    throw new Refusal(
      'taken',
      `${taken.length === 1 ? 'An address is' : `${taken.length} addresses are`} used by another firm on this server: ${taken.slice(0, NAMED).join(', ')}${taken.length > NAMED ? ' …' : ''}. Change them in one of the firms, then import again.`,
      409,
    )
}
