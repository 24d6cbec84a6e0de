// Who may read what somebody wrote. Source: RULINGS, section 10.
import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { isGuid } from '#core/contract/guid.ts'
import { firm } from '#core/server/database/firm.ts'
import type { ActFor } from '#core/server/routes.ts'
import type { Actor } from '#core/sync/protocol.ts'

/** Whoever manages the person, and firm admins of a firm with org access. They don't talk about it unless they manage the person. */
export const readersOf =
  (managers: ActFor): ActFor =>
  async (tx, session, personId, now) => {
    if (session.actor.role !== 'admin' || session.org.access !== 'yes') return managers(tx, session, personId, now)
    const { rows } = isGuid(personId)
      ? await sql<Actor>`
        select id, first_name, last_name, role from users where org_id = ${firm} and id = ${personId} and deactivated_at is null`.execute(
          tx,
        )
      : { rows: [] }
    if (!rows[0]) throw notFound('This person could not be found.')
    return rows[0]
  }
