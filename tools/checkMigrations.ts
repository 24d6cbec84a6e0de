// Fails when a migration would break a process of the previous version, which keeps running for a while. An object can
// only be removed in a release after the one that stopped using it. Run by `npm run check`, or by `node
// tools/checkMigrations.ts <folder>` for another folder.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { distributed, reference } from '#core/server/database/citus/distribution.ts'

/** The baseline, which no version came before. */
const BEFORE = '0128'
/** A file that removes an unused object names the migration since which it has been unused. */
const CONTRACT = /^-- contract: since (\d{4})\b/m
/** Matches the name of a column or table in SQL. */
const NAME = '(?:"[^"]+"|[\\w.]+)'

export type MigrationFile = { name: string; text: string }

/** Returns violations as `file: sentence`. `files` are all migrations, in order. */
export function migrationProblems(files: readonly MigrationFile[]): string[] {
  return files.flatMap((file, at) => {
    if (file.name.slice(0, 4) <= BEFORE) return []
    const since = CONTRACT.exec(file.text)?.[1]
    if (since !== undefined) return sinceProblems(file, since, files.slice(0, at))
    const made = new Made(statementsOf(file.text))
    const earlier = files.slice(0, at).flatMap(({ text }) => statementsOf(text))
    return made.statements
      .flatMap((statement) => problemsOf(statement, made, earlier))
      .map((why) => `${file.name}: ${why}`)
  })
}

function sinceProblems({ name }: MigrationFile, since: string, earlier: readonly MigrationFile[]): string[] {
  if (earlier.some((one) => one.name.startsWith(since))) return []
  return [`${name}: says “contract: since ${since}”, but there’s no earlier migration ${since}.`]
}

/** Statements without comments, function bodies, and extra spaces, in lowercase except for quoted text. */
export function statementsOf(text: string): string[] {
  const bare = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
  return bare
    .split(/;(?=(?:[^']*'[^']*')*[^']*$)/)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .map((one) => one.replace(/'[^']*'|[^']+/g, (part) => (part.startsWith("'") ? part : part.toLowerCase())))
    .filter(Boolean)
}

/** Objects that a file creates. The previous version doesn't use them. */
class Made {
  readonly statements: string[]
  readonly tables: Set<string>
  /** 'table.column' */
  readonly columns: Set<string>
  /** Columns with a default or a generated value. */
  readonly filled: Set<string>
  constructor(statements: string[]) {
    this.statements = statements
    this.tables = new Set(
      statements.flatMap((one) => matchOf(one, `^create (?:unlogged )?table (?:if not exists )?(${NAME})`)),
    )
    const added = statements.flatMap((one) => {
      const altered = tableOf(one)
      return altered ? partsOf(one).flatMap((part) => columnOf(part, altered)) : []
    })
    this.columns = new Set(added.map(({ column }) => column))
    this.filled = new Set(added.filter(({ isFilled }) => isFilled).map(({ column }) => column))
  }
  /** Returns whether a constraint involves a new column, which the previous version doesn't set. */
  speaksOfNew(table: string, part: string): boolean {
    return [...this.columns].some(
      (column) => column.startsWith(`${table}.`) && wordIn(part, column.slice(table.length + 1)),
    )
  }
}

const matchOf = (text: string, pattern: string): string[] => new RegExp(pattern).exec(text)?.slice(1, 2) ?? []
const wordIn = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text)
const tableOf = (statement: string) => matchOf(statement, `^alter table (?:if exists )?(?:only )?(${NAME})`)[0]

function partsOf(statement: string): string[] {
  const body = statement.replace(new RegExp(`^alter table (?:if exists )?(?:only )?${NAME} ?`), '')
  const parts: string[] = ['']
  let depth = 0
  let isQuoted = false
  for (const sign of body) {
    if (sign === "'") isQuoted = !isQuoted
    if (!isQuoted) depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

const ADD_COLUMN = new RegExp(
  `^add (?:column (?:if not exists )?)?(?!constraint |check |unique |primary |foreign |exclude )(${NAME})`,
)

function columnOf(part: string, table: string) {
  const column = ADD_COLUMN.exec(part)?.[1]
  if (!column) return []
  return [{ column: `${table}.${column}`, isFilled: /\bdefault\b|\bgenerated\b|\w*serial\b/.test(part) }]
}

const later = 'the previous version still uses it. Stop using it in one release, and remove it in the next.'

function problemsOf(statement: string, made: Made, earlier: readonly string[]): string[] {
  const table = tableOf(statement)
  if (table)
    return made.tables.has(table)
      ? []
      : partsOf(statement).flatMap((part) => alterProblems(part, { table, made, earlier }))
  const dropped =
    /^drop (table|view|materialized view|type|sequence|schema|domain|extension)\b (?:if exists )?(\S+)/.exec(statement)
  if (dropped) return [`drops the ${dropped[1]} ${dropped[2]}: ${later}`]
  const renamed = /^alter (view|type|sequence|index) (\S+) rename\b/.exec(statement)
  if (renamed && renamed[1] !== 'index') return [`renames the ${renamed[1]} ${renamed[2]}: ${later}`]
  const closed = /^revoke .* on (?:table )?(\S+) from\b/.exec(statement)
  if (closed && !made.tables.has(closed[1]!)) return [`revokes privileges on ${closed[1]}: ${later}`]
  const unique = new RegExp(`^create unique index .*?\\bon (?:only )?(${NAME}) ?(.*)$`).exec(statement)
  if (
    unique &&
    !made.tables.has(unique[1]!) &&
    !made.speaksOfNew(unique[1]!, unique[2]!) &&
    !isLaxer(statement, made, earlier)
  )
    return [`adds a unique index to ${unique[1]}: the previous version can still write duplicates.`]
  return []
}

type About = { table: string; made: Made; earlier: readonly string[] }

function alterProblems(part: string, { table, made, earlier }: About): string[] {
  const drop = new RegExp(`^drop (?!constraint\\b|default\\b)(?:column )?(?:if exists )?(${NAME})`).exec(part)
  if (drop) return made.columns.has(`${table}.${drop[1]}`) ? [] : [`drops ${table}.${drop[1]}: ${later}`]
  const renamed = new RegExp(`^rename to (${NAME})$`).exec(part)?.[1]
  if (renamed && made.statements.some((one) => isViewOf(one, table, renamed)))
    return renameProblems(table, renamed, earlier)
  if (/^rename\b(?! constraint)/.test(part))
    return [`renames ${table} or a part of it: ${later} Until then, add the new one and write both.`]
  if (/^set schema\b/.test(part)) return [`moves ${table}: ${later}`]
  const [added] = columnOf(part, table)
  if (added)
    return /\bnot null\b/.test(part) && !added.isFilled
      ? [`adds ${added.column}, which is not null and has no default: the previous version doesn’t write it.`]
      : []
  const altered = new RegExp(`^alter (?:column )?(${NAME}) (.*)$`).exec(part)
  if (altered) return columnProblems(`${table}.${altered[1]}`, altered[2]!, made)
  const wantsMore = /^add\b/.test(part) && !made.speaksOfNew(table, part)
  if (wantsMore && !isWider(part, { table, made, earlier }) && !isSameReference(part, table, made))
    return [`adds a constraint to ${table}: the previous version can still write rows that violate it.`]
  return []
}

/** The view under a table's former name that the previous version reads and writes: all columns, and no rights beyond the table's own. */
const isViewOf = (statement: string, former: string, table: string): boolean =>
  new RegExp(
    `^create view ${former} with \\(security_invoker(?: ?= ?(?:true|on))?\\) as select \\* from ${table}$`,
  ).test(statement)

const spread = new Set([...distributed.flatMap(({ tables }) => tables), ...Object.keys(reference)])

/** Why a view under the former name doesn't serve an old process. */
function renameProblems(former: string, table: string, earlier: readonly string[]): string[] {
  if (spread.has(table))
    return [`renames ${former}: on a cluster, the previous version can’t write to ${table} through a view.`]
  if (earlier.some((one) => new RegExp(`table (?:if not exists )?${former} `).test(one) && wordIn(one, 'org_id')))
    return [`renames ${former}: the previous version decides by table name what a firm export leaves out.`]
  return []
}

function columnProblems(column: string, change: string, made: Made): string[] {
  if (/^(set data )?type\b/.test(change))
    return made.columns.has(column)
      ? []
      : [`changes the type of ${column}: the previous version reads and writes the former type.`]
  if (/^set not null\b/.test(change) && !made.filled.has(column))
    return [`makes ${column} not null: the previous version may still omit it.`]
  if (/^drop default\b/.test(change)) return [`drops the default of ${column}: the previous version may still omit it.`]
  return []
}

/** The foreign key replaces one on the same columns that PostgreSQL named. Only its `on delete` action differs. */
function isSameReference(part: string, table: string, made: Made): boolean {
  const [, name, columns] = new RegExp(`^add constraint (${NAME}) foreign key \\(([^)]+)\\)`).exec(part) ?? []
  return (
    name === `${table}_${columns?.split(', ').join('_')}_fkey` &&
    made.statements.some((one) => tableOf(one) === table && wordIn(one, `drop constraint (?:if exists )?${name}`))
  )
}

const uniqueColumnsOf = (statement: string, name: string) =>
  new RegExp(`^create unique index (?:if not exists )?${name} on .*?\\(([\\w, ]+)\\)`).exec(statement)?.[1]?.split(', ')

/** The unique index replaces one of the same name with the same columns and more. */
function isLaxer(statement: string, made: Made, earlier: readonly string[]): boolean {
  const name = /^create unique index (?:if not exists )?(\w+) on /.exec(statement)?.[1]
  if (!name || !made.statements.some((one) => one === `drop index ${name}`)) return false
  const before = earlier.flatMap((one) => uniqueColumnsOf(one, name) ?? [])
  const now = uniqueColumnsOf(statement, name)
  return before.length > 0 && now !== undefined && before.every((column) => now.includes(column))
}

const literalsOf = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, literal]) => literal!)

/** The check on a list of values accepts all earlier values and more. */
function isWider(part: string, { table, made, earlier }: About): boolean {
  const name = new RegExp(`^add constraint (${NAME}) check\\b`).exec(part)?.[1]
  if (
    !name ||
    !made.statements.some((one) => tableOf(one) === table && wordIn(one, `drop constraint (?:if exists )?${name}`))
  )
    return false
  // PostgreSQL's default name of a check.
  const column =
    name.startsWith(`${table}_`) && name.endsWith('_check') ? name.slice(table.length + 1, -'_check'.length) : ''
  const isOf = (check: string) =>
    wordIn(check, name) || (column !== '' && new RegExp(`\\b${column}\\b[^,]*\\bcheck\\b`).test(check))
  const checks = earlier
    .filter((one) => one.includes(`table ${table} `) || one.includes(`table if not exists ${table} `))
    .flatMap((one) =>
      tableOf(one)
        ? partsOf(one)
        : partsOf(one.replace(/^create (unlogged )?table (if not exists )?\S+ \(/, '').replace(/\)$/, '')),
    )
    .filter((one) => /\bcheck\b/.test(one) && isOf(one))
  const before = checks.length > 0 ? literalsOf(checks.at(-1)!) : []
  const now = new Set(literalsOf(part))
  return before.length > 0 && before.every((literal) => now.has(literal))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../database/migrations', import.meta.url))
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const problems = migrationProblems(names.map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') })))
  for (const problem of problems) console.error(problem)
  console.log(
    problems.length
      ? `${problems.length} statements would break the previous version, which runs during an upgrade. See “Expand, then contract” in docs/operations.md.`
      : 'Migrations are compatible with the previous version.',
  )
  process.exitCode = problems.length ? 1 : 0
}
