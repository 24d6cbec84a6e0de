import type { ReactNode } from 'react'
import { useMutation } from '#core/client/useChange.ts'
import { FormDialog } from './FormDialog.tsx'

type Props = {
  title: string
  /** What will happen. */
  children: ReactNode
  verb: string
  isDangerous?: boolean
  /** Takes the place of 'Cancel'. */
  beside?: ReactNode
  onClose: () => void
  /** What it answers is said when it is done, if it is a sentence. */
  onConfirm: () => unknown
}

/** Says what will happen before it does. The cursor stands on 'Cancel'. */
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
