import { ActionIcon } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Form, type FormPlace } from './form/Form.tsx'
import { Problem } from './Problem.tsx'
import s from './SidePanel.module.css'

type Props = {
  title: string
  form: FormPlace
  onClose: () => void
  children: ReactNode
  /** The most important button last. Always visible, with the form's error above. */
  foot: ReactNode
  /** Shown above the buttons. */
  note?: ReactNode
}

/** A form next to the page, whose content can be dragged into it. On a phone it fills the screen. */
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
  // A pressed button may be gone or disabled after submit, so the panel takes the focus.
  useEffect(() => {
    if (!form.isBusy && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [form.isBusy])
  return (
    <section
      ref={panel}
      className={`stack surface ${s.panel}`}
      role="dialog"
      aria-modal={isNarrow || undefined}
      aria-labelledby={name}
      tabIndex={-1}
      onKeyDown={(event) => {
        const from = event.target as HTMLElement
        // A dialog or an open dropdown handles the key first.
        const isTaken = event.defaultPrevented || from.dataset.mantineStopPropagation === 'true'
        if (event.key === 'Escape' && !isTaken && event.currentTarget.contains(from)) onClose()
      }}
    >
      <header className={`row between gap8 rigid ruledBelow ${s.head}`}>
        <h2 id={name}>{title}</h2>
        <ActionIcon variant="subtle" color="gray" size={isNarrow ? 44 : 36} aria-label="Close" onClick={onClose}>
          <Icon name="x" size={20} stroke={1.75} />
        </ActionIcon>
      </header>
      <Form form={{ ...form, problem: undefined }} className={`stack ${s.form}`}>
        {children}
        <footer className={`ruled surface ${s.foot}`}>
          {form.problem !== undefined && <Problem>{form.problem}</Problem>}
          {note}
          <div className={`flex end gap8 ${s.acts}`}>{foot}</div>
        </footer>
      </Form>
    </section>
  )
}
