import { Button, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import s from './AdminDialog.module.css'
import { Problem } from './Problem.tsx'

type Props = {
  title: string
  onClose: () => void
  onSubmit: () => void
  problem?: string | null
  children: ReactNode
  /** What the button that submits says. */
  verb: string
  isBusy: boolean
  isDangerous?: boolean | undefined
  isDisabled?: boolean
  /** Stands beside it instead of 'Cancel'. */
  beside?: ReactNode
  size?: number
}

/** A dialog in the middle of wide screens, a sheet at the foot of narrow ones. */
export function AdminDialog({
  title,
  onClose,
  onSubmit,
  problem,
  children,
  verb,
  isBusy,
  isDangerous,
  isDisabled,
  beside,
  size = 520,
}: Props) {
  const isNarrow = useIsNarrow()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      padding={0}
      centered={!isNarrow}
      closeButtonProps={{ 'aria-label': 'Close', size: isNarrow ? 44 : 36, iconSize: 20, c: 'dimmed' }}
      classNames={{ header: s.head, title: s.title, content: s.content, inner: s.inner }}
    >
      <form onSubmit={submit} noValidate>
        <div className={s.main}>
          <Problem>{problem}</Problem>
          {children}
        </div>
        <div className={s.foot}>
          {beside ?? (
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            {...(isDangerous && { color: 'red' })}
            disabled={isDisabled}
            aria-disabled={isBusy || undefined}
          >
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
