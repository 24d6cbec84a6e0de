import { Modal } from '@mantine/core'
import { type ReactNode, use, useEffect, useState } from 'react'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import s from './Dialog.module.css'
import { DialogOpener } from './dialogOpener.ts'
import { Form, type FormPlace } from './form/Form.tsx'
import { Problem } from './Problem.tsx'

type Props = {
  title: string
  /** Esc, the cross, and a click outside. */
  onClose: () => void
  /** With it the dialog is a form. */
  form?: FormPlace
  children: ReactNode
  /** Its buttons, the last one the most important: always in sight, on a phone under the thumb. */
  foot?: ReactNode
  /** Pixels, where the screen is wide. */
  size?: number
  /** On a phone: the whole height, for long forms. Otherwise a sheet at the foot. */
  isTall?: boolean
  /** Another dialog is on top and has the Esc key. */
  isCovered?: boolean
  /** Neither Esc nor a click outside closes it: what it shows is not shown again. */
  isHeld?: boolean
  /** What the cross says; null: there is no cross. */
  closeLabel?: string | null
}

/** A dialog on wide screens, a sheet on narrow ones. Title and buttons stay while the middle scrolls; the cursor returns to what opened it. */
export function Dialog(props: Props) {
  const { title, onClose, form, children, foot, size = 520, isTall, closeLabel = 'Close' } = props
  const isNarrow = useIsNarrow()
  useFocusReturn()
  const main = (
    <>
      <div className={s.main}>
        {form?.problem !== undefined && <Problem>{form.problem}</Problem>}
        {children}
      </div>
      {foot && <div className={s.foot}>{foot}</div>}
    </>
  )
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
      closeOnEscape={!(props.isCovered || props.isHeld)}
      closeOnClickOutside={!props.isHeld}
      returnFocus={false}
      withCloseButton={closeLabel !== null}
      closeButtonProps={{ 'aria-label': closeLabel ?? undefined, size: isNarrow ? 44 : 36, iconSize: 20, c: 'dimmed' }}
      classNames={{
        header: s.head,
        title: s.title,
        body: s.body,
        content: s.content,
        inner: isTall ? s.tall : s.inner,
      }}
    >
      {form ? (
        <Form form={{ ...form, problem: undefined }} className={s.form}>
          {main}
        </Form>
      ) : (
        <div className={s.form}>{main}</div>
      )}
    </Modal>
  )
}

function useFocusReturn() {
  const given = use(DialogOpener)
  const [active] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const top = scrollY
      // After the dialog has left the page, and only when nothing else took the cursor.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const opener =
          [active, given].find((one) => one?.isConnected && one !== document.body) ?? document.getElementById('main')
        // Whoever has scrolled meanwhile is not taken back.
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: opener.id === 'main' || scrollY !== top })
      })
    },
    [active, given],
  )
}
