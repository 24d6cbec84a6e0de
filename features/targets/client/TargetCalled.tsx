import { useRow } from '#core/client/sync.tsx'
import { targetEndpoints } from '../contract.ts'
import { shortNameOf } from './labels.ts'

/** A target's name in links back to it, as in the lists if it is one's own. */
export function TargetCalled({ id = '' }: { id?: string }) {
  const target = useRow(targetEndpoints, id)
  return target ? shortNameOf(target) : 'the Target'
}
