import type { FocusEvent, FormEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import { Problem } from '../Problem.tsx'

/** The parts of a form that its components need. */
export type FormPlace = {
  submit: () => unknown
  element?: Ref<HTMLFormElement>
  isBusy?: boolean
  /** Undefined when the error is shown elsewhere. */
  problem?: string | null | undefined
  watch?: { onFocus: (event: FocusEvent) => void; onBlur: (event: FocusEvent) => void }
}
type Props = {
  form: FormPlace
  children: ReactNode
  className?: string | undefined
  'aria-label'?: string
  'aria-labelledby'?: string
  onEscape?: () => void
}

/** Enter in a field and Ctrl+Enter anywhere submit. */
export function Form({ form, children, onEscape, ...rest }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog inside a form is a separate form.
    event.stopPropagation()
    void form.submit()
  }
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    // Clicks the button, so that a disabled one submits nothing.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.click()
    }
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape?.()
  }
  return (
    <form ref={form.element} noValidate onSubmit={submit} onKeyDown={keys} {...form.watch} {...rest}>
      {form.problem !== undefined && <Problem>{form.problem}</Problem>}
      {children}
    </form>
  )
}
