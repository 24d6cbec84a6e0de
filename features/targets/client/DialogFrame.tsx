import { Modal } from '@mantine/core'

import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useEffect } from 'react'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import s from './DialogFrame.module.css'
import { useOpenDialog } from './dialogs.ts'

type Props = {
  title: string
  /** Esc, the cross, and a click outside. */
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
  footer: ReactNode
  size?: number
  /** On a phone: the whole height, for forms. Otherwise a sheet at the foot. */
  isTall?: boolean
  /** Another dialog is on top and has the Esc key. */
  isCovered?: boolean
  form?: Ref<HTMLFormElement>
}

/** A dialog on wide screens, a sheet on narrow ones. Ctrl+Enter submits; the cursor returns to what opened it. */
export function DialogFrame({
  title,
  onClose,
  onSubmit,
  children,
  footer,
  size = 520,
  isTall,
  isCovered,
  form,
}: Props) {
  const isNarrow = useIsNarrow()
  useFocusReturn()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
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
      radius={isNarrow && isTall ? 0 : undefined}
      fullScreen={isNarrow && isTall}
      centered={!isNarrow}
      closeOnEscape={!isCovered}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close', size: isNarrow ? 44 : 36, iconSize: 20, c: 'dimmed' }}
      classNames={{
        header: s.head,
        title: s.title,
        body: s.body,
        content: s.content,
        inner: isTall ? undefined : s.inner,
      }}
      data-tall={isTall || undefined}
    >
      <form ref={form} className={s.form} onSubmit={submit} onKeyDown={keys} noValidate data-tall={isTall || undefined}>
        <div className={s.main}>{children}</div>
        <div className={s.foot}>{footer}</div>
      </form>
    </Modal>
  )
}

function useFocusReturn() {
  useEffect(() => {
    const { opener } = useOpenDialog.getState()
    return () => {
      // After the dialog has left the page, and only when nothing else took the cursor.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener?.isConnected) opener.focus()
      })
    }
  }, [])
}
