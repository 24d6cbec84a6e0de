import { useRow } from '#core/client/sync.tsx'
import { targetEndpoints } from '../contract.ts'
import { shortNameOf } from './words.ts'

/** A target as links that lead back to it name it: as the lists do, where it is one's own. */
export function TargetCalled({ id = '' }: { id?: string }) {
  const target = useRow(targetEndpoints, id)
  return target ? shortNameOf(target) : 'the Target'
}
