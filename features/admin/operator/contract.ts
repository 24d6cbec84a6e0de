// Schemas and routes for operators: firms, subscriptions, and the server.
import { z } from 'zod'
import { id, isEmail, messages, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { TaskRunRow } from '#core/contract/work.ts'
import { limits as accountLimits } from '#features/account/contract.ts'
import { AuditPage, AuditSearch, auditAfter, auditSearch } from '../audit/contract.ts'
import { Category, firmLimits, zone } from '../firm/contract.ts'
import { FirmExport } from './exportContract.ts'

export const ListedFirm = z.object({
  id: z.string(),
  name: z.string(),
  category_name: z.string(),
  people: z.number(),
  created_at: z.string(),
  /** The vendor's own firm, whose people are the operators. */
  is_vendor: z.boolean(),
  /** True if the firm is suspended or scheduled for deletion. No one can sign in. */
  is_closed: z.boolean(),
})
export type ListedFirm = z.infer<typeof ListedFirm>
export const FirmDetail = ListedFirm.extend({
  time_zone: z.string(),
  suspended_at: z.string().nullable(),
  deletes_at: z.string().nullable(),
  /** Features that a firm can subscribe to. The parts of an area follow it. */
  flags: z.array(z.object({ name: z.string(), label: z.string(), tells: z.string() })),
  subscriptions: z.record(z.string(), z.boolean()),
  admins: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), has_signed_in: z.boolean() })),
  /** Latest export, in any state. */
  exported: FirmExport.nullable(),
  domains: z.array(z.object({ domain: z.string(), how: z.enum(['dns', 'operator']) })),
})
export type FirmDetail = z.infer<typeof FirmDetail>

const email = text(254).toLowerCase().min(1, messages.complete).refine(isEmail, messages.email)
export const person = {
  first_name: requiredText(accountLimits.name),
  last_name: requiredText(accountLimits.name),
  email,
}
export const AdminInput = z.strictObject(person)
export type AdminInput = z.infer<typeof AdminInput>
export const NewFirmInput = z.strictObject({
  name: requiredText(firmLimits.name),
  time_zone: zone,
  category_name: Category,
  admin: AdminInput,
})
export type NewFirmInput = z.infer<typeof NewFirmInput>

/** Record of a deleted firm. It holds no people and none of their content. */
export const DeletedFirm = z.object({
  id: z.string(),
  name: z.string(),
  asked_at: z.string(),
  /** Null while the deletion is running. */
  finished_at: z.string().nullable(),
  rows: z.number(),
  files: z.number(),
  bytes: z.number(),
})
export type DeletedFirm = z.infer<typeof DeletedFirm>
/** Days in which a deletion can be undone. */
export const DELETE_DAYS = 30

// — the server —————————————————————————————————————————————————————————————————————————————————

export const JobState = z.object({
  name: z.string(),
  /** In UTC. Null for a queue, which runs whenever it has messages. */
  cron: z.string().nullable(),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
  /** True for long tasks, which determine themselves what is due. */
  is_work: z.boolean(),
  /** Number of items that the running tasks have finished so far. */
  done: z.number(),
  /** Last finished run. */
  last: z.object({ at: z.string(), state: z.string(), seconds: z.number(), problem: z.string() }).nullable(),
})
export type JobState = z.infer<typeof JobState>
export const OutgoingTrouble = z.object({
  orgId: z.string(),
  firm: z.string(),
  id: z.string(),
  channel: z.string(),
  recipient: z.string(),
  state: z.string(),
  problem: z.string(),
  tries: z.number(),
  at: z.string(),
  canRetry: z.boolean(),
})
export type OutgoingTrouble = z.infer<typeof OutgoingTrouble>
export const HealthCheck = z.object({
  name: z.string(),
  label: z.string(),
  state: z.enum(['ok', 'warn', 'bad']),
  /** `says` is the result in a sentence and `advice` the fix, or ''. */
  says: z.string(),
  advice: z.string(),
  /** Anchor of the heading in docs/operations.md that explains the result, or ''. */
  help: z.string(),
})
export type HealthCheck = z.infer<typeof HealthCheck>
export const Checks = z.object({
  at: z.string(),
  /** Worst state of the checks. */
  state: HealthCheck.shape.state,
  checks: z.array(HealthCheck),
  /** All running processes, the oldest first. Empty while the database is unavailable. */
  processes: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      node: z.string(),
      started_at: z.string(),
      seen_at: z.string(),
      clock_ahead_ms: z.number(),
    }),
  ),
})
export type Checks = z.infer<typeof Checks>
export const Health = z.object({
  version: z.string(),
  node: z.string(),
  started_at: z.string(),
  now: z.string(),
  memory: z.number(),
  streams: z.number(),
  database: z.object({
    kind: z.string(),
    version: z.string(),
    bytes: z.number(),
    milliseconds: z.number(),
    connections: z.number(),
  }),
  disk: z.object({ free: z.number(), total: z.number() }),
  files: z.object({
    kind: z.string(),
    place: z.string(),
    problem: z.string(),
    count: z.number(),
    bytes: z.number(),
    missing: z.number(),
  }),
  /** Counts per channel over the last 30 days. */
  outgoing: z.array(
    z.object({
      channel: z.string(),
      waiting: z.number(),
      sent: z.number(),
      failed: z.number(),
      /** The server stopped at a moment when it couldn't determine whether the message was delivered. */
      doubt: z.number(),
      oldest: z.string().nullable(),
    }),
  ),
  /** Messages that failed to send, latest first. */
  troubles: z.array(OutgoingTrouble),
  jobs: z.array(JobState),
  /** The oldest 100. */
  runs: z.array(TaskRunRow),
})
export type Health = z.infer<typeof Health>

// — calls ——————————————————————————————————————————————————————————————————————————————————————

const params = z.strictObject({ id })
const next = z.string().nullable()
const nothing = z.strictObject({}).optional()
const job = {
  params: z.strictObject({
    name: z
      .string()
      .max(60)
      .regex(/^[A-Za-z][\w.-]*$/),
  }),
  body: nothing,
}

export const operatorRoutes = {
  firms: defineRoute({
    name: 'operator.firms',
    method: 'GET',
    path: 'operator/firms',
    summary: 'List all firms by name; `after` gets the next page',
    query: z.strictObject({ q: text(100).optional(), after: auditAfter }),
    answer: z.object({ firms: z.array(ListedFirm), next }),
  }),
  makeFirm: defineRoute({
    name: 'operator.makeFirm',
    method: 'POST',
    path: 'operator/firms',
    summary: 'Create a firm and invite its first admin',
    body: NewFirmInput,
    answer: FirmDetail,
  }),
  firm: defineRoute({
    name: 'operator.firm',
    method: 'GET',
    path: 'operator/firms/:id',
    summary: 'Get a firm with its subscriptions and admins',
    params,
    answer: FirmDetail,
  }),
  subscribe: defineRoute({
    name: 'operator.subscribe',
    method: 'PUT',
    path: 'operator/firms/:id/subscriptions',
    summary: 'Turn a firm’s features on or off; features that aren’t named don’t change',
    params,
    body: z.strictObject({ flags: z.record(z.string(), z.boolean()) }),
    answer: FirmDetail,
  }),
  inviteAdmin: defineRoute({
    name: 'operator.inviteAdmin',
    method: 'POST',
    path: 'operator/firms/:id/admins',
    summary: 'Invite another admin of a firm',
    params,
    body: AdminInput,
    answer: FirmDetail,
  }),
  suspend: defineRoute({
    name: 'operator.suspend',
    method: 'POST',
    path: 'operator/firms/:id/suspend',
    summary: 'Suspend a firm: signs everyone out, blocks sign-in, and pauses its emails and jobs',
    params,
    body: nothing,
    answer: FirmDetail,
  }),
  resume: defineRoute({
    name: 'operator.resume',
    method: 'POST',
    path: 'operator/firms/:id/resume',
    summary: 'Reopen a suspended firm and continue its paused emails and jobs',
    params,
    body: nothing,
    answer: FirmDetail,
  }),
  deleteFirm: defineRoute({
    name: 'operator.deleteFirm',
    method: 'POST',
    path: 'operator/firms/:id/delete',
    summary: 'Close a firm, delete everything in 30 days, and notify its admins. `name` must be the firm’s name',
    params,
    body: z.strictObject({ name: text(firmLimits.name) }),
    answer: FirmDetail,
  }),
  keepFirm: defineRoute({
    name: 'operator.keepFirm',
    method: 'POST',
    path: 'operator/firms/:id/keep',
    summary: 'Cancel a firm’s deletion; notifies its admins',
    params,
    body: nothing,
    answer: FirmDetail,
  }),
  deletedFirms: defineRoute({
    name: 'operator.deletedFirms',
    method: 'GET',
    path: 'operator/deleted-firms',
    summary: 'List the records of deleted firms: their names, and how much was deleted',
    answer: z.object({ firms: z.array(DeletedFirm) }),
  }),
  audit: defineRoute({
    name: 'operator.audit',
    method: 'GET',
    path: 'operator/firms/:id/audit',
    summary: 'Get a firm’s audit log; the read is logged, too',
    params,
    query: z.strictObject({ ...auditSearch, after: auditAfter }),
    answer: AuditPage,
  }),
  auditFile: defineRoute({
    name: 'operator.auditFile',
    method: 'GET',
    path: 'operator/firms/:id/audit.csv',
    summary: 'Export a firm’s audit log as a CSV file',
    params,
    query: AuditSearch,
  }),
  checks: defineRoute({
    name: 'operator.checks',
    method: 'GET',
    path: 'operator/health/checks',
    summary: 'Check each part of the server, and return what was found and what to do about it',
    answer: Checks,
  }),
  health: defineRoute({
    name: 'operator.health',
    method: 'GET',
    path: 'operator/health',
    summary: 'Get the health of the server, its database, files, jobs, and outgoing messages',
    answer: Health,
  }),
  runJob: defineRoute({
    ...job,
    name: 'operator.runJob',
    method: 'POST',
    path: 'operator/jobs/:name/run',
    summary: 'Run a job now',
  }),
  retryJob: defineRoute({
    ...job,
    name: 'operator.retryJob',
    method: 'POST',
    path: 'operator/jobs/:name/retry',
    summary: 'Retry the failures of a job',
    answer: z.object({ retried: z.number() }),
  }),
  stopRun: defineRoute({
    name: 'operator.stopRun',
    method: 'POST',
    path: 'operator/runs/:id/stop',
    summary: 'Stop a long-running task; completed work stays',
    params,
    body: nothing,
  }),
  sendAgain: defineRoute({
    name: 'operator.sendAgain',
    method: 'POST',
    path: 'operator/outgoing/:firm/:id/retry',
    summary: 'Resend an email, text, or push that failed or is unconfirmed',
    params: z.strictObject({ firm: id, id }),
    body: nothing,
  }),
}
