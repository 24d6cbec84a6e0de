// Matches emails that waited for a Target again when the person creates one or adds a contact.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { wake } from '#core/server/work/work.ts'
import { on, type Reaction } from '#core/sync/server/reactions.ts'
import { filingTask } from '#features/touches/server/contract.ts'
import type { Target } from '../../contract.ts'
import { contactAdded, targetCreated } from '../../eventsContract.ts'

export const refileEmails: Reaction = on<Target>([targetCreated, contactAdded], async (tx, changes) => {
  const people = [...new Set(changes.flatMap(({ isHistory, context }) => (isHistory ? [] : context.actor.id)))]
  if (people.length === 0) return
  const queued = tx.send(sql`
    update filed_messages set state = 'received' where org_id = ${currentOrgId} and user_id = any(${people}::uuid[]) and state = 'unmatched' and message is not null returning 1`)
  tx.afterCommit(() => void queued.then(({ rows }) => rows.length > 0 && wake(filingTask)))
})
