import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { on, type RowChange } from '#core/sync/server/reactions.ts'
import type { Target } from '../../contract.ts'
import { shareAccepted, shareRevoked, targetCreated, targetEdited, targetHandedOver } from '../../eventsContract.ts'

/**
 * Shows the contacts that sent a Target to everyone on it. A contact that no longer sent any stays with the person who
 * changed that. Destroyed Targets are followed in SQL.
 */
export const followSources = on<Target>(
  [targetCreated, targetEdited, shareAccepted, shareRevoked, targetHandedOver],
  async (tx, changes) => {
    const ids = [...new Set(changes.flatMap(({ before, after }) => [contactOf(before), contactOf(after)]))]
    const wanted = ids.filter((id) => id !== null).toSorted()
    if (wanted.length === 0 || !changes.some(isSeenOtherwise)) return
    const keeper = changes.find(({ before }) => before)?.context.actor.id ?? null
    void tx.send(sql`select refresh_contacts(${currentOrgId}, ${wanted}::uuid[], ${keeper}::uuid)`)
  },
)

const contactOf = (target: Target | null): string | null =>
  target?.came_from && 'contact_id' in target.came_from ? target.came_from.contact_id : null

const isSeenOtherwise = ({ before, after }: RowChange<Target>): boolean =>
  contactOf(before) !== contactOf(after) ||
  before?.private !== after?.private ||
  before?.owner_id !== after?.owner_id ||
  JSON.stringify(before?.collaborators) !== JSON.stringify(after?.collaborators)
