import { useRowsLater } from '#core/client/sync.tsx'
import { useShowDue } from '#core/client/useShowDue.ts'
import { useToday } from '#core/client/useToday.ts'
import { targetEndpoints } from '../contract.ts'
import { bucketOf } from '../facts.ts'

/** Passes this person's due targets to the wrapper, which shows them. */
export function DueShown() {
  const today = useToday()
  const active = useRowsLater(targetEndpoints).filter(({ status }) => status === 'active')
  useShowDue({
    overdue: active.filter((target) => bucketOf(target, today) === 'overdue').length,
    today: active.filter(({ due }) => due === today).length,
  })
  return null
}
