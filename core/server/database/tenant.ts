// Tenant isolation: the current firm in SQL, and the role that row-level security restricts to its rows.
import { sql } from 'kysely'
import { isGuid } from '#core/contract/guid.ts'

/** Role under row-level security. It can't sign in. */
export const APP_ROLE = 'pursuit_app'

/**
 * The transaction's firm. As a subselect, it makes PostgreSQL plan for any firm, not from sparse statistics for this
 * one.
 */
export const currentOrgId = sql.raw<string>(`(select current_setting('app.org_id')::uuid)`)

/** Statement that sets the firm of an open transaction. Throws for anything but an ID. */
export function settingOrg(orgId: string): string {
  if (!isGuid(orgId)) throw new Error(`Not a firm's id: ${orgId}`)
  return `set local app.org_id = '${orgId}'`
}

/** Statements that restrict an open transaction to the firm's rows. Throws for anything but an ID. */
export const restrictTo = (orgId: string): string => `set local role ${APP_ROLE}; ${settingOrg(orgId)}`
