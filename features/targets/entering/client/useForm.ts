import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'

export type FieldErrors<F> = Partial<Record<keyof F, string>>

/** The first message per field of what a schema says about an input. `fieldOf` names the form's field for an issue's path. */
export function messagesOf<F>(
  schema: z.ZodType,
  input: unknown,
  fieldOf: (path: PropertyKey[]) => keyof F | undefined,
): FieldErrors<F> {
  const checked = schema.safeParse(input)
  const found: FieldErrors<F> = {}
  for (const issue of checked.success ? [] : checked.error.issues) {
    const field = fieldOf(issue.path)
    if (field !== undefined) found[field] ??= issue.message
  }
  return found
}

/** Too long is said while typing; anything else waits until the field was left or the form was sent. */
const isSaidAtOnce = (message: string) => message.startsWith('Maximum length')

/** A form whose messages come from `check`, a pure function of its values. Fields are told apart by their `name`. */
export function useForm<F extends object>(initial: F, check: (form: F) => FieldErrors<F>) {
  const [start] = useState(initial)
  const [form, setForm] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof F>>(new Set())
  const [focused, setFocused] = useState<keyof F | null>(null)
  const [isSent, setSent] = useState(false)
  const [tries, setTries] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const errors = useMemo(() => check(form), [check, form])
  const isDirty = useMemo(
    () => Object.keys(start).some((name) => start[name as keyof F] !== form[name as keyof F]),
    [start, form],
  )

  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  const isPressed = useIsPressed()
  /** A message that appears under a pressed button would move it away from the pointer: then it waits for the release. */
  const leave = (name: keyof F) => {
    const mark = () => setLeft((before) => (before.has(name) ? before : new Set(before).add(name)))
    if (isPressed.current) window.addEventListener('pointerup', () => setTimeout(mark), { once: true })
    else mark()
  }
  const nameIn = (event: FocusEvent) => {
    const name = event.target.getAttribute('name')
    return name !== null && name in form ? (name as keyof F) : null
  }
  return {
    form,
    element,
    errors,
    isDirty,
    isSent,
    focused,
    wasLeft: (name: keyof F) => left.has(name),
    set: <K extends keyof F>(name: K, value: F[K]) => setForm((before) => ({ ...before, [name]: value })),
    /** Several fields at once. */
    fill: (values: Partial<F>) => setForm((before) => ({ ...before, ...values })),
    /** The message to show under a field now. */
    errorOf: (name: keyof F): string | undefined => {
      const message = errors[name]
      return message !== undefined && (isSent || left.has(name) || isSaidAtOnce(message)) ? message : undefined
    },
    /** True when the form may be sent; otherwise every message shows and the first wrong field has the cursor. */
    isReady: (): boolean => {
      setSent(true)
      if (Object.keys(errors).length === 0) return true
      setTries((count) => count + 1)
      return false
    },
    watch: {
      onFocus: (event: FocusEvent) => setFocused(nameIn(event)),
      onBlur: (event: FocusEvent) => {
        const name = nameIn(event)
        setFocused(null)
        if (name !== null) leave(name)
      },
    },
  }
}
export type FormState<F extends object> = ReturnType<typeof useForm<F>>

function useIsPressed() {
  const isPressed = useRef(false)
  useEffect(() => {
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
    }
    window.addEventListener('pointerdown', press, true)
    window.addEventListener('pointerup', release, true)
    window.addEventListener('pointercancel', release, true)
    return () => {
      window.removeEventListener('pointerdown', press, true)
      window.removeEventListener('pointerup', release, true)
      window.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return isPressed
}
