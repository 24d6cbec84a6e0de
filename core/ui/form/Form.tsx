import type { FocusEvent, FormEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import { Problem } from '../Problem.tsx'

/** What shows a form needs of it: `useForm` makes one. */
export type FormPlace = {
  submit: () => unknown
  element?: Ref<HTMLFormElement>
  isBusy?: boolean
  /** Why it could not be done; undefined where that is said elsewhere. */
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

/** A form: Enter in a field and Ctrl+Enter anywhere submit it. */
export function Form({ form, children, onEscape, ...rest }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog that stands in a form is a form of its own.
    event.stopPropagation()
    void form.submit()
  }
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    // By its button, as Enter does: one that is off sends nothing.
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
