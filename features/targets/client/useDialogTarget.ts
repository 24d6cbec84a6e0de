import { useEffect } from 'react'
import { useRow } from '#core/client/sync.tsx'
import { type Target, targetEndpoints } from '../contract.ts'

/** The target that a dialog is about; the dialog closes when it is gone. */
export function useDialogTarget(id: string, onClose: () => void): Target | undefined {
  const target = useRow(targetEndpoints, id)
  useEffect(() => {
    if (!target) onClose()
  }, [target, onClose])
  return target
}
