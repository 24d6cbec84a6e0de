// What overlaps are found by, kept with each target that is active or on hold.
import { type RawBuilder, sql } from 'kysely'
import type { Change } from '#core/sync/server/reactions.ts'
import type { Target } from '../../contract.ts'
import { keysOf, type OverlapKeys } from '../overlaps.ts'

const firm = sql`current_setting('app.org_id')::uuid`

export type KeyChange = OverlapKeys & {
  target_id: string
  owner_id: string
  is_shown: boolean
  is_open: boolean
  /** What it was found by before. */
  old: OverlapKeys | null
}

const isOpen = (target: Pick<Target, 'status'> | null) => target?.status === 'active' || target?.status === 'archived'

/** Those targets, of some with their histories, that are found by something else now. */
export function keyChanges(histories: Change<Target>[][]): KeyChange[] {
  return histories.flatMap((history) => {
    const [before, after] = [history[0]!.before, history.at(-1)!.after]
    if (!isOpen(before) && !isOpen(after)) return []
    const isSame =
      before && after && isOpen(before) === isOpen(after) && facts.every((fact) => before[fact] === after[fact])
    return isSame ? [] : [keyChange(before, after)]
  })
}

const facts = ['company', 'contact', 'contact_email', 'owner_id', 'private'] as const

function keyChange(before: Target | null, after: Target | null): KeyChange {
  const seen = (after ?? before)!
  return {
    ...keysOf(seen),
    target_id: seen.id,
    owner_id: seen.owner_id,
    is_shown: !seen.private,
    is_open: isOpen(after),
    old: before && keysOf(before),
  }
}

/** Those who save names that may meet take turns. Near names begin alike. */
export function takingTurns(changes: KeyChange[]): RawBuilder<unknown> {
  const turns = changes.flatMap(({ company, contact, email, old }) =>
    [company, old?.company]
      .map((name) => `c${name?.slice(0, 3) ?? ''}`)
      .concat([contact, email, old?.contact, old?.email].map((name) => name ?? '')),
  )
  return sql`select lock_keys(${firm}, ${[...new Set(turns)].filter((turn) => turn.length > 1)}::text[])`
}

/** Keeps the keys, and writes the copies of everybody whose overlaps that changes. */
export const keeping = (changes: KeyChange[]): RawBuilder<unknown> =>
  sql`select keep_keys(${firm}, ${JSON.stringify(changes.map(({ old: _, ...change }) => change))}::jsonb)`
