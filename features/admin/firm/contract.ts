// Nouns of a firm as a whole: its profile, its lists, what it has subscribed to, its audit log; and of the server it runs on. No rules.
import { z } from 'zod'
import { isZone } from '#core/contract/dates.ts'
import { day, id, isEmail, messages, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Lists } from '#core/contract/session.ts'
import { limits as accountLimits, NewPassword } from '#features/account/contract.ts'
import { limits as targetLimits } from '#features/targets/contract.ts'
import { objectiveExamples, stepStarters } from '#features/targets/entering/contract.ts'
import { lostReasons } from '#features/targets/outcome/contract.ts'

// — the firm ———————————————————————————————————————————————————————————————————————————————————

export const firmLimits = {
  name: 100,
  /** Of each list. */
  entries: 20,
  lost_reasons: targetLimits.lostReason,
  objectives: targetLimits.goal,
  step_starters: 40,
  logo: 5 * 1024 * 1024,
  /** Width and height that a logo is made to fit in. */
  logoPixels: 512,
} as const

/** 'Individual': somebody on their own, who may end the subscription. Source: the specification, section 2. */
export const categories = ['Firm', 'Individual'] as const
export const Category = z.enum(categories)

/** What the product offers where a firm has no lists of its own. Source: the specification, section 9. */
export const defaultLists: Lists = {
  lost_reasons: [...lostReasons],
  objectives: [...objectiveExamples],
  step_starters: [...stepStarters],
}

export const FirmProfile = z.object({
  id: z.string(),
  name: z.string(),
  time_zone: z.string(),
  category_name: z.string(),
  access: z.enum(['yes', 'no']),
  logo: z.object({ url: z.string() }),
  lists: Lists,
  /** Whether the lists are the product's own. */
  has_default_lists: z.boolean(),
})
export type FirmProfile = z.infer<typeof FirmProfile>

const zone = z.string({ error: messages.complete }).max(60).refine(isZone, 'Please choose a time zone.')
export const FirmInput = z.strictObject({
  name: requiredText(firmLimits.name),
  time_zone: zone,
  category_name: Category,
  access: z.enum(['yes', 'no']),
})
export type FirmInput = z.infer<typeof FirmInput>

const isDifferent = (entries: string[]) => new Set(entries.map((entry) => entry.toLowerCase())).size === entries.length
const entries = (max: number) =>
  z
    .array(requiredText(max))
    .min(1, 'Please keep at least one.')
    .max(firmLimits.entries, `At most ${firmLimits.entries}.`)
    .refine(isDifferent, 'Two of these are the same.')
export const ListsInput = z.strictObject({
  lost_reasons: entries(firmLimits.lost_reasons),
  objectives: entries(firmLimits.objectives),
  step_starters: entries(firmLimits.step_starters),
})

// — firms, for operators ———————————————————————————————————————————————————————————————————————

export const flags = [
  'targets',
  'targets.sharing',
  'targets.overlaps',
  'targets.ical',
  'targets.report',
  'trainer',
  'trainer.transcripts',
  'trainer.branded',
  'insights',
  'viewer',
  'viewer.dashboards',
  'assets',
  'license.2fa',
] as const
export const Flag = z.enum(flags)
export type Flag = z.infer<typeof Flag>

export const ListedFirm = z.object({
  id: z.string(),
  name: z.string(),
  category_name: z.string(),
  people: z.number(),
  created_at: z.string(),
  /** The vendor's own: its people are the operators. */
  is_vendor: z.boolean(),
})
export type ListedFirm = z.infer<typeof ListedFirm>
export const FirmDetail = ListedFirm.extend({
  time_zone: z.string(),
  subscriptions: z.record(Flag, z.boolean()),
  admins: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), has_signed_in: z.boolean() })),
})
export type FirmDetail = z.infer<typeof FirmDetail>

const email = text(254).toLowerCase().min(1, messages.complete).refine(isEmail, messages.email)
const person = {
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

// — the audit log ——————————————————————————————————————————————————————————————————————————————

export const AuditEntry = z.object({
  id: z.string(),
  /** `YYYY-MM-DD HH:mm:ss` in the firm's zone. */
  at: z.string(),
  actor: z.string(),
  /** Who worked as the actor; '' otherwise. */
  by: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  address: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const auditSearch = {
  /** Words that all have to be somewhere in the entry or in its sentence. */
  q: text(100).optional(),
  /** A kind of deed: what stands before the dot of the action's word. */
  kind: text(40).optional(),
  person: text(100).optional(),
  from: day.optional(),
  to: day.optional(),
}
export const AuditSearch = z.strictObject(auditSearch)
export type AuditSearch = z.infer<typeof AuditSearch>
const after = z.string().max(400).optional()
const next = z.string().nullable()
const AuditPage = z.object({ entries: z.array(AuditEntry), next, kinds: z.array(z.string()) })
export type AuditPage = z.infer<typeof AuditPage>

// — the server —————————————————————————————————————————————————————————————————————————————————

export const JobState = z.object({
  name: z.string(),
  /** In UTC; null for a queue, which works whenever there is something. */
  cron: z.string().nullable(),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
  /** Its last run that ended. */
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
  /** Of each channel, over the last 30 days. */
  outgoing: z.array(
    z.object({
      channel: z.string(),
      waiting: z.number(),
      sent: z.number(),
      failed: z.number(),
      /** The server was stopped in the one moment in which nobody can tell whether it arrived. */
      doubt: z.number(),
      oldest: z.string().nullable(),
    }),
  ),
  /** What did not go out, latest first. */
  troubles: z.array(OutgoingTrouble),
  jobs: z.array(JobState),
})
export type Health = z.infer<typeof Health>

// — setting up —————————————————————————————————————————————————————————————————————————————————

const token = z.string({ error: messages.complete }).min(1).max(200)
export const SetUpInput = z.strictObject({
  token,
  operator: z.strictObject({ ...person, password: NewPassword }),
  firm: z.strictObject({ name: requiredText(firmLimits.name), time_zone: zone }),
  /** Without a password the admin gets an invitation by mail. */
  admin: z.strictObject({ ...person, password: NewPassword.optional() }),
})
export type SetUpInput = z.infer<typeof SetUpInput>

// — calls ——————————————————————————————————————————————————————————————————————————————————————

const params = z.strictObject({ id })
const nothing = z.strictObject({}).optional()
const profile = { answer: FirmProfile }
const job = {
  params: z.strictObject({
    name: z
      .string()
      .max(60)
      .regex(/^[A-Za-z][\w.-]*$/),
  }),
  body: nothing,
}

export const firmRoutes = {
  firm: defineRoute({
    ...profile,
    name: 'admin.firm',
    method: 'GET',
    path: 'admin/firm',
    summary: 'My firm: name, time zone, access, logo, lists',
  }),
  editFirm: defineRoute({
    ...profile,
    name: 'admin.editFirm',
    method: 'PUT',
    path: 'admin/firm',
    summary: 'Change the profile of my firm',
    body: FirmInput,
  }),
  putLogo: defineRoute({
    ...profile,
    name: 'admin.putLogo',
    method: 'POST',
    path: 'admin/firm/logo',
    summary: 'Upload the logo: PNG, JPEG, WEBP or SVG of at most 5 MB (multipart/form-data, one file)',
    files: { file: {} },
  }),
  removeLogo: defineRoute({
    name: 'admin.removeLogo',
    method: 'DELETE',
    path: 'admin/firm/logo',
    summary: 'Remove the logo',
  }),
  putLists: defineRoute({
    ...profile,
    name: 'admin.putLists',
    method: 'PUT',
    path: 'admin/firm/lists',
    summary: 'Change lost reasons, objectives and step starters',
    body: ListsInput,
  }),
  resetLists: defineRoute({
    ...profile,
    name: 'admin.resetLists',
    method: 'POST',
    path: 'admin/firm/lists/reset',
    summary: "Back to the product's own lists",
    body: nothing,
  }),
  audit: defineRoute({
    name: 'admin.audit',
    method: 'GET',
    path: 'admin/audit',
    summary: 'The audit log of my firm, latest first; `after` takes the next page',
    query: z.strictObject({ ...auditSearch, after }),
    answer: AuditPage,
  }),
  auditFile: defineRoute({
    name: 'admin.auditFile',
    method: 'GET',
    path: 'admin/audit.csv',
    summary: 'The audit log of my firm as a CSV file',
    query: AuditSearch,
  }),
}

export const operatorRoutes = {
  firms: defineRoute({
    name: 'operator.firms',
    method: 'GET',
    path: 'operator/firms',
    summary: 'All firms by name; `after` takes the next page',
    query: z.strictObject({ q: text(100).optional(), after }),
    answer: z.object({ firms: z.array(ListedFirm), next }),
  }),
  makeFirm: defineRoute({
    name: 'operator.makeFirm',
    method: 'POST',
    path: 'operator/firms',
    summary: 'Make a firm and invite its first admin',
    body: NewFirmInput,
    answer: FirmDetail,
  }),
  firm: defineRoute({
    name: 'operator.firm',
    method: 'GET',
    path: 'operator/firms/:id',
    summary: 'One firm: what it has subscribed to, its admins',
    params,
    answer: FirmDetail,
  }),
  subscribe: defineRoute({
    name: 'operator.subscribe',
    method: 'PUT',
    path: 'operator/firms/:id/subscriptions',
    summary: 'Turn features of a firm on or off; what is not named stays',
    params,
    body: z.strictObject({ flags: z.partialRecord(Flag, z.boolean()) }),
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
  audit: defineRoute({
    name: 'operator.audit',
    method: 'GET',
    path: 'operator/firms/:id/audit',
    summary: "A firm's audit log; that it was read stands in it too",
    params,
    query: z.strictObject({ ...auditSearch, after }),
    answer: AuditPage,
  }),
  auditFile: defineRoute({
    name: 'operator.auditFile',
    method: 'GET',
    path: 'operator/firms/:id/audit.csv',
    summary: "A firm's audit log as a CSV file",
    params,
    query: AuditSearch,
  }),
  health: defineRoute({
    name: 'operator.health',
    method: 'GET',
    path: 'operator/health',
    summary: 'How the server, its database, files, jobs and outgoing mail are',
    answer: Health,
  }),
  runJob: defineRoute({
    ...job,
    name: 'operator.runJob',
    method: 'POST',
    path: 'operator/jobs/:name/run',
    summary: 'Do a job now, without waiting for its time',
  }),
  retryJob: defineRoute({
    ...job,
    name: 'operator.retryJob',
    method: 'POST',
    path: 'operator/jobs/:name/retry',
    summary: 'Try again what failed in a job',
    answer: z.object({ retried: z.number() }),
  }),
  sendAgain: defineRoute({
    name: 'operator.sendAgain',
    method: 'POST',
    path: 'operator/outgoing/:firm/:id/retry',
    summary: 'Send a mail, text or push again that failed or is in doubt',
    params: z.strictObject({ firm: id, id }),
    body: nothing,
  }),
}

export const setUpRoutes = {
  check: defineRoute({
    name: 'setUp.check',
    method: 'POST',
    path: 'setup/check',
    summary: 'Whether this token may set up the server',
    body: z.strictObject({ token }),
  }),
  setUp: defineRoute({
    name: 'setUp.run',
    method: 'POST',
    path: 'setup',
    summary: 'Make the operator and the first firm of an empty server; once',
    body: SetUpInput,
    answer: z.object({ firm: z.string(), is_invited: z.boolean() }),
  }),
}
