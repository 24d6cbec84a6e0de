import { useEffect } from 'react'
import { useRow } from '#core/client/sync.tsx'
import { type Target, targetEndpoints } from '../contract.ts'

/** Returns a dialog's target, and closes the dialog when the target is deleted. */
export function useDialogTarget(id: string, onClose: () => void): Target | undefined {
  const target = useRow(targetEndpoints, id)
  useEffect(() => {
    if (!target) onClose()
  }, [target, onClose])
  return target
}
