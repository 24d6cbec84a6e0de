// Queues follow-up work for a change of targets, in the transaction of the change.
import type { RowChange } from '#core/sync/server/reactions.ts'
import type { Target } from '../../contract.ts'
import { companyKey } from '../../forms/server/companies.ts'

type ReindexRequest = { target_id: string | null; companies: ReturnType<typeof companiesOf> | null }

/** Returns notes for targets whose lookup keys changed, or whose company counts did. */
export function reindexQueue(histories: RowChange<Target>[][]): ReindexRequest[] {
  return histories.flatMap((history) => {
    const companies = companiesOf(history)
    const target_id = isFoundAgain(history) ? idOf(history) : null
    if (!target_id && companies.length === 0) return []
    return [{ target_id, companies: companies.length > 0 ? companies : null }]
  })
}

const isOpen = (target: Pick<Target, 'status'> | null) => target?.status === 'active' || target?.status === 'archived'

const facts = ['company', 'contact', 'contact_email', 'owner_id', 'private'] as const

function isFoundAgain(history: RowChange<Target>[]): boolean {
  const [before, after] = [history[0]!.before, history.at(-1)!.after]
  if (!isOpen(before) && !isOpen(after)) return false
  if (!before || !after || isOpen(before) !== isOpen(after)) return true
  return facts.some((fact) => before[fact] !== after[fact])
}

const idOf = ([change]: RowChange<Target>[]) => (change!.after ?? change!.before)!.id

/** Returns whether a target counts toward its company. */
export const isCounted = ({ private: isPrivate, company }: Pick<Target, 'private' | 'company'>) =>
  !isPrivate && company !== ''

function companiesOf(changes: RowChange<Target>[]) {
  const counts = new Map<string, { key: string; name: string; targets: number }>()
  const count = (target: Target | null, by: number) => {
    if (!target || !isCounted(target)) return
    const key = companyKey(target.company)
    const known = counts.get(key)
    counts.set(key, { key, name: known?.name ?? target.company, targets: (known?.targets ?? 0) + by })
  }
  for (const { before, after } of changes) {
    if (before?.company === after?.company && before?.private === after?.private && before && after) continue
    count(before, -1)
    count(after, 1)
  }
  return [...counts.values()].filter(({ targets }) => targets !== 0)
}
