import { useMemo } from 'react'
import { useEngine, useLoadedCollections, useRowsOnceLoaded } from '#core/client/sync.tsx'
import { useTouchParts } from '#core/client/touchParts.ts'
import { touchCollection } from '#features/touches/contract.ts'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { aboutTarget } from './aboutTarget.ts'

type Props = { id: string; touchId?: string; onClose: () => void }

/** Logs a touch on a target, or changes one. */
export function LogTouch({ id, touchId, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  const parts = useTouchParts()
  const rows = useRowsOnceLoaded(touchCollection)
  const about = useMemo(() => target && aboutTarget(target), [target])
  const engine = useEngine()
  // A touch can get its real ID while the dialog is open.
  const real = useLoadedCollections() && touchId ? engine.of(touchCollection).resolve(touchId) : undefined
  const touch = rows.find((row) => row.id === real)
  if (!parts || !about || (touchId !== undefined && !touch)) return null
  return <parts.LogTouch about={about} {...(touch && { touch })} onClose={onClose} />
}
