import { z } from 'zod'
import { day, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const AuditEntry = z.object({
  id: z.string(),
  /** `YYYY-MM-DD HH:mm:ss` in the firm's zone. */
  at: z.string(),
  actor: z.string(),
  /** Person who acted on behalf of the actor; '' if no one did. */
  by: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  address: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditSearch = {
  /** Words that must all occur in the entry or in its sentence. */
  q: text(100).optional(),
  /** Kind of action: the part of its name before the dot. */
  kind: text(40).optional(),
  person: text(100).optional(),
  from: day.optional(),
  to: day.optional(),
}
export const AuditSearch = z.strictObject(auditSearch)
export type AuditSearch = z.infer<typeof AuditSearch>
/** Cursor of the next page. */
export const auditAfter = z.string().max(400).optional()
const next = z.string().nullable()
export const AuditPage = z.object({ entries: z.array(AuditEntry), next, kinds: z.array(z.string()) })
export type AuditPage = z.infer<typeof AuditPage>

export const auditRoutes = {
  audit: defineRoute({
    name: 'admin.audit',
    method: 'GET',
    path: 'admin/audit',
    summary: 'Get my firm’s audit log, latest first; `after` gets the next page',
    query: z.strictObject({ ...auditSearch, after: auditAfter }),
    answer: AuditPage,
  }),
  auditFile: defineRoute({
    name: 'admin.auditFile',
    method: 'GET',
    path: 'admin/audit.csv',
    summary: 'Export my firm’s audit log as a CSV file',
    query: AuditSearch,
  }),
}
