// Keeps the records of contacts in step with the Targets that name them, in the transaction of the change.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { on, type Reaction, type RowChange } from '#core/sync/server/reactions.ts'
import type { ContactChange, ContactRecords, LinkedTarget } from '#features/contacts/server/contract.ts'
import type { Target } from '../../contract.ts'
import {
  changeUndone,
  contactAdded,
  contactRemoved,
  contactRoleChanged,
  firstContactChanged,
  shareAccepted,
  shareRevoked,
  targetCreated,
  targetEdited,
  targetHandedOver,
  targetHeld,
  targetLost,
  targetPursued,
  targetTrashed,
  targetWon,
} from '../../eventsContract.ts'

const statusChanges = [targetWon, targetLost, targetHeld, targetPursued, targetTrashed, changeUndone]

export const linkContacts = ({ link }: ContactRecords): Reaction =>
  on<Target>(
    [
      targetCreated,
      targetEdited,
      contactAdded,
      contactRemoved,
      contactRoleChanged,
      firstContactChanged,
      shareAccepted,
      shareRevoked,
      targetHandedOver,
      ...statusChanges,
    ],
    async (tx, changes) => {
      const targets = [...Map.groupBy(changes, ({ before, after }) => (after ?? before)!.id).values()].flatMap(
        changedTarget,
      )
      const resolved = await link(tx, targets)
      // Views that were written before the links were known.
      const outdated = resolved.filter(isViewOutdated).map(({ target }) => target.id)
      if (outdated.length > 0) void tx.send(sql`select rebuild_target_views(${currentOrgId}, ${outdated}::uuid[])`)
    },
  )

/** Returns nothing for a change that doesn't concern the contacts. */
function changedTarget(history: RowChange<Target>[]): ContactChange<Target>[] {
  const [{ before }, { after, context }] = [history[0]!, history.at(-1)!]
  if (!after) return []
  const [was, is] = [before?.contacts ?? [], after.contacts ?? []]
  const typed = new Map(
    history
      .flatMap(({ events }) => events)
      .flatMap((event) =>
        contactAdded.is(event) && event.data.contact ? [[event.data.contact_id, event.data.contact]] : [],
      ),
  )
  const isRelinked = JSON.stringify(was) !== JSON.stringify(is)
  const isSeenByOthers =
    before !== null &&
    (before.private !== after.private ||
      before.company !== after.company ||
      before.owner_id !== after.owner_id ||
      JSON.stringify(before.collaborators) !== JSON.stringify(after.collaborators))
  const sources = { before: sourceOf(before), now: sourceOf(after) }
  const isNamed = is.length > 0 || sources.now !== null
  // A contact lists the targets that it sent with their status.
  const isListed = sources.now !== null && before?.status !== after.status
  if (!isRelinked && !isListed && sources.before === sources.now && !(isSeenByOthers && isNamed)) return []
  return [{ target: after, before: was, sources, typed, context, isRelinked }]
}

/** Returns the ID of the contact that sent the target. */
const sourceOf = (target: Target | null): string | null =>
  target?.came_from && 'contact_id' in target.came_from ? target.came_from.contact_id : null

function isViewOutdated({ target, before, links }: LinkedTarget<Target>): boolean {
  const contacts = target.contacts ?? []
  const isOthers = contacts.some((contact, place) => contact.id !== links[place]?.contact_id)
  const isMoved = before.some(({ id }, place) => contacts[place] !== undefined && contacts[place].id !== id)
  return isOthers || isMoved || target.collaborators.length > 0 || target.owner_id !== target.user_id
}
