import type { ReactNode } from 'react'
import { useMutation } from '#core/client/useMutation.ts'
import { FormDialog } from './FormDialog.tsx'

type Props = {
  title: string
  /** Describes the consequence. */
  children: ReactNode
  verb: string
  isDangerous?: boolean
  /** Replaces 'Cancel'. */
  beside?: ReactNode
  onClose: () => void
  /** A returned sentence is shown on success. */
  onConfirm: () => unknown
}

/** 'Cancel' has the focus. */
export function ConfirmDialog({ onClose, onConfirm, ...rest }: Props) {
  const { isBusy, problem, run } = useMutation()
  const submit = async () => {
    const isDone = await run(async () => {
      const said = await onConfirm()
      return typeof said === 'string' ? said : undefined
    })
    if (isDone) onClose()
  }
  return <FormDialog {...rest} size={460} isCareful form={{ submit, problem, isBusy }} onClose={onClose} />
}
