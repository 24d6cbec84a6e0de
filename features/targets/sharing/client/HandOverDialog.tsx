import { useMemo } from 'react'
import { useEngine, useRow } from '#core/client/sync.tsx'
import { shortNameOf } from '../../client/labels.ts'
import { targetEndpoints } from '../../contract.ts'
import { bulkOn } from '../../list/client/bulk.ts'
import { PersonDialog } from './PersonDialog.tsx'

export function HandOverDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const first = useRow(targetEndpoints, ids[0] ?? '')
  const engine = useEngine()
  const bulk = useMemo(() => bulkOn(engine), [engine])
  if (!first) return null
  const what = ids.length === 1 ? shortNameOf(first) : `${ids.length} Targets`
  return (
    <PersonDialog
      draft={`handOver:${ids.join()}`}
      title={`Hand over ${what}`}
      lead={`The new owner gets the open step and history. ${ids.length === 1 ? 'It leaves' : 'They leave'} your list.`}
      without={[first.owner_id]}
      onChoose={(person) => bulk.handOver(ids, person)}
      onClose={onClose}
    />
  )
}
