// Finds the person of the firm whom a row of a file names as its owner.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { valueKey } from '../cells.ts'
import { peopleByName } from '../meanings.ts'
import { refuseRow, shortened } from './rowCells.ts'

export type RowOwner = Actor & { email: string }

/** Returns the people who can own something, by ID. */
export async function ownersOf(tx: Tx): Promise<Map<string, RowOwner>> {
  const { rows } =
    await tx.sql<RowOwner>`select id, first_name, last_name, role, email from users where org_id = ${currentOrgId} and deactivated_at is null`
  return new Map(rows.map((person) => [person.id, person]))
}

type Choices = { owners: Record<string, string>; defaults: { owner: string | null } }

/** Returns the person chosen for a name, or the only person with this name or email. Rejects the row of any other. */
export function ownerReader(
  { owners: chosenOwners, defaults }: Choices,
  hasColumn: boolean,
  owners: Map<string, RowOwner>,
): (name: string) => Actor {
  const byName = peopleByName([...owners.values()])
  return (name) => {
    const chosen = hasColumn
      ? (chosenOwners[valueKey(name)] ?? (name === '' ? defaults.owner : byName.get(valueKey(name))))
      : defaults.owner
    if (chosen === 'refuse') return refuseRow(`Rows owned by “${shortened(name)}” are skipped.`)
    if (!chosen)
      return refuseRow(
        name === '' ? 'The owner is missing.' : `“${shortened(name)}” isn’t matched to a person in the firm.`,
      )
    const owner = owners.get(chosen)
    return owner
      ? { id: owner.id, first_name: owner.first_name, last_name: owner.last_name, role: owner.role }
      : refuseRow(`The person matched to “${shortened(name)}” is no longer in the firm.`)
  }
}
