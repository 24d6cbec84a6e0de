import { type ChangeEvent, useRef, useState } from 'react'

/** Keyed by field: 'email', or 'admin.email' in a nested part. */
export type Errors = Record<string, string>
export type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

/** Values and messages of a form's fields. A changed field loses its message. */
export function useFieldValues<V extends object>(initial: V, onChange: () => void) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const latest = useRef(initial)
  const store = (next: V) => {
    latest.current = next
    setValues(next)
    onChange()
  }
  return {
    values,
    errors,
    setErrors,
    /** Includes changes since the last render. */
    latest: () => latest.current,
    set(name: string, value: unknown) {
      setErrors((before) => (Object.hasOwn(before, name) ? without(before, name) : before))
      if (fieldValue(latest.current, name) !== value) store(changedAt(latest.current, name, value))
    },
    fill(some: Partial<V>) {
      setErrors({})
      store({ ...latest.current, ...some })
    },
  }
}

const without = (errors: Errors, name: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([one]) => one !== name))

export const fieldValue = (values: object, name: string): unknown =>
  name.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], values)

function changedAt<V extends object>(values: V, name: string, value: unknown): V {
  const [key, ...rest] = name.split('.') as [keyof V & string, ...string[]]
  return { ...values, [key]: rest.length === 0 ? value : changedAt(values[key] as object, rest.join('.'), value) }
}

/** Returns the value of an input event, or the value itself. */
export function typedValue(given: unknown): unknown {
  const field = given !== null && typeof given === 'object' && 'nativeEvent' in given && (given as Typed).currentTarget
  if (!field) return given
  return field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value
}
