import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { Form, type FormPlace } from './form/Form.tsx'
import { Problem } from './Problem.tsx'
import s from './SidePanel.module.css'

type Props = {
  title: string
  form: FormPlace
  onClose: () => void
  /** Its sections, one below the other. */
  children: ReactNode
  /** Its buttons, the last one the most important: always in sight, with why it could not be done above them. */
  foot: ReactNode
  /** Stands above the buttons. */
  note?: ReactNode
}

/** A form that is filled in beside the page: what stands on the page can still be used, and dragged into it. On a phone it has the whole screen. */
export function SidePanel({ title, form, onClose, children, foot, note }: Props) {
  const isNarrow = useIsNarrow()
  const name = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? panel.current
    first?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  // A button that was pressed may be gone or off once the form was sent: the keys stay with the panel.
  useEffect(() => {
    if (!form.isBusy && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [form.isBusy])
  return (
    <section
      ref={panel}
      className={s.panel}
      role="dialog"
      aria-modal={isNarrow || undefined}
      aria-labelledby={name}
      tabIndex={-1}
      onKeyDown={(event) => {
        const from = event.target as HTMLElement
        // What stands over it has the key first: a dialog, or the open choice of a field.
        const isTaken = event.defaultPrevented || from.dataset.mantineStopPropagation === 'true'
        if (event.key === 'Escape' && !isTaken && event.currentTarget.contains(from)) onClose()
      }}
    >
      <header className={s.head}>
        <h2 id={name}>{title}</h2>
        <ActionIcon variant="subtle" color="gray" size={isNarrow ? 44 : 36} aria-label="Close" onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <Form form={{ ...form, problem: undefined }} className={s.form}>
        {children}
        <footer className={s.foot}>
          {form.problem !== undefined && <Problem>{form.problem}</Problem>}
          {note}
          <div className={s.acts}>{foot}</div>
        </footer>
      </Form>
    </section>
  )
}
