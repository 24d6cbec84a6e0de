import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { AdminDialog } from './AdminDialog.tsx'
import { useDeed } from './useDeed.ts'

type Props = {
  title: string
  /** What will happen. */
  children: ReactNode
  verb: string
  isDangerous?: boolean
  onClose: () => void
  /** Answers what is said when it is done. */
  onConfirm: () => Promise<string | undefined>
}

/** Says what will happen before it does. The cursor stands on 'Cancel'. */
export function AskDialog({ title, children, verb, isDangerous, onClose, onConfirm }: Props) {
  const { isBusy, problem, run } = useDeed()
  const submit = async () => {
    if (await run(onConfirm)) onClose()
  }
  return (
    <AdminDialog
      title={title}
      size={460}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
      verb={verb}
      isBusy={isBusy}
      isDangerous={isDangerous}
      beside={
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {children}
    </AdminDialog>
  )
}
