// Mail that goes out at set times: what defines one kind of it, and how its schedules change.
import { type RawBuilder, sql } from 'kysely'
import { audit } from '../audit.ts'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import { newId } from '../ids.ts'
import type { SignedInSession } from '../sessions.ts'

/** In statements, `s` is a row of the schedules, `r` one of their runs, and `d` a recipient of a run. */
export type Recurring = {
  /** Begins the names of its background tasks. Permanent. */
  name: string
  /** Begins the names of its actions in the audit log. Permanent. */
  audited: string
  schedules: RawBuilder<unknown>
  runs: RawBuilder<unknown>
  recipients: RawBuilder<unknown>
  /** Column of a run that names its schedule. */
  schedule: string
  /** Field of queued tasks that names a schedule. Permanent. */
  input: string
  /** SQL: runs of a schedule follow. */
  isOn: RawBuilder<boolean>
  /** State of a run with pending emails, their states, and the task that works on them. */
  open: string
  pending: string[]
  task: { name: string }
  /** A run that is due waits for the end of another one, which a unique index makes sure of. */
  isOneAtATime: boolean
  /** SQL: further columns of a run in its history, each after a comma. */
  runColumns: RawBuilder<unknown>
  /** SQL: counts of an ended run, if they're stored. */
  counts: RawBuilder<unknown>
  /** SQL: the state of an email and what else the history tells about it, from the recipient and what is `joined` to it. */
  joined: RawBuilder<unknown>
  state: RawBuilder<string>
  columns: RawBuilder<unknown>
}

export type Columns = Readonly<Record<string, unknown>>

/** Returns false if another row is in its way and `isOptional`. */
export async function insertRow(
  tx: Tx,
  table: RawBuilder<unknown>,
  columns: Columns,
  { isOptional = false } = {},
): Promise<boolean> {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  const { affected } = await tx.sql`
    insert into ${table} (org_id, ${sql.join(names)}) values (${currentOrgId}, ${sql.join(Object.values(columns))})
    ${isOptional ? sql`on conflict do nothing` : sql``}`
  return affected > 0
}

export async function insertSchedule(tx: Tx, of: Recurring, now: string, columns: Columns): Promise<string> {
  const id = newId()
  await insertRow(tx, of.schedules, { id, ...columns, created_at: now, modified_at: now })
  return id
}

/** Changes a locked schedule, which gets another revision. */
export async function updateSchedule(tx: Tx, of: Recurring, id: string, columns: Columns): Promise<void> {
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await tx.sql`
    update ${of.schedules} set ${sql.join(set)}, revision = revision + 1 where org_id = ${currentOrgId} and id = ${id}`
}

/** The person who acts, and when. */
export type PersonalChange = { session: SignedInSession; now: string }
/** A locked schedule, with its name in the audit log. */
export type NamedSchedule = { id: string; name: string }
type Action = { action: string; set: Columns; details?: Columns }

/** Changes a schedule as a person asked, such as pausing it. */
export async function changeSchedule(
  tx: Tx,
  of: Recurring,
  { session, now }: PersonalChange,
  subject: NamedSchedule,
  { action, set, details = {} }: Action,
): Promise<void> {
  await updateSchedule(tx, of, subject.id, { ...set, modified_at: now })
  await audit(tx, session, { action: `${of.audited}.${action}`, subject, details })
}

export async function removeSchedule(
  tx: Tx,
  of: Recurring,
  { session }: PersonalChange,
  subject: NamedSchedule,
): Promise<void> {
  await tx.sql`delete from ${of.schedules} where org_id = ${currentOrgId} and id = ${subject.id}`
  await audit(tx, session, { action: `${of.audited}.removed`, subject })
}
