import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type ReactNode, use, useEffect, useState } from 'react'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import s from './Dialog.module.css'
import { DialogOpener } from './dialogOpener.ts'
import { Form, type FormPlace } from './form/Form.tsx'
import { Problem } from './Problem.tsx'

type Props = {
  title: string
  /** Called by Esc, the close button, and a click outside. */
  onClose: () => void
  /** Makes the dialog a form. */
  form?: FormPlace
  children: ReactNode
  /** The most important button last. Always visible. */
  foot?: ReactNode
  /** Pixels on wide screens. */
  size?: number
  /** Full height on a phone, for long forms. */
  isTall?: boolean
  /** Another dialog is on top and handles Esc. */
  isCovered?: boolean
  /** Esc and a click outside don't close it, because its content is shown only once. */
  isHeld?: boolean
  /** Null for no close button. */
  closeLabel?: string | null
}

/** A sheet on narrow screens. Focus returns to the opener. */
export function Dialog(props: Props) {
  const { title, onClose, form, children, foot, size = 520, isTall, closeLabel = 'Close' } = props
  const isNarrow = useIsNarrow()
  useFocusReturn()
  const main = (
    <>
      <div className={`stack gap16 ${s.main}`}>
        {form?.problem !== undefined && <Problem>{form.problem}</Problem>}
        {children}
      </div>
      {foot && <div className={`row wrap end gap8 rigid ruled ${s.foot}`}>{foot}</div>}
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
        header: `rigid surface ${s.head}`,
        title: s.title,
        body: `stack ${s.body}`,
        content: `stack clip surface ${s.content}`,
        inner: isTall ? s.tall : s.inner,
      }}
    >
      {form ? (
        <Form form={{ ...form, problem: undefined }} className={`stack ${s.form}`}>
          {main}
        </Form>
      ) : (
        <div className={`stack ${s.form}`}>{main}</div>
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
      // Runs after the dialog has left the page, and only if no other element took the focus.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const opener =
          [active, given].find((one) => one?.isConnected && one !== document.body) ?? document.getElementById('main')
        // Doesn't scroll back if the person has scrolled.
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: opener.id === 'main' || scrollY !== top })
      })
    },
    [active, given],
  )
}
