import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError, problemOf } from '#core/client/api.ts'
import { useDraft } from '#core/client/drafts.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { type Errors, fieldValue, type Typed, typedValue, useFieldValues } from './useFieldValues.ts'

/** Includes the fields of nested parts. */
export type FieldName<V> = {
  [K in keyof V & string]: V[K] extends readonly unknown[] ? K : V[K] extends object ? `${K}.${keyof V[K] & string}` : K
}[keyof V & string]

/** `onChange` accepts an input event or the value itself. */
export type FieldProps<T = string> = {
  name: string
  value: T
  error: string | undefined
  onChange: (given: T | Typed) => void
}

type Options<V, I> = {
  initial: V
  /** Its messages appear under the fields. */
  shape?: z.ZodType<I>
  /** Returns the schema's input when it differs from the values. */
  inputOf?: (values: V) => unknown
  check?: (values: V) => { [name in keyof V]?: string | undefined }
  /** Calls the server and returns a message for success. Without a schema, the input is the values. */
  send?: (input: I, values: V) => Promise<string | undefined>
  /** An offline action. Null or false means a rule rejected it and showed the reason. */
  act?: (input: I, values: V) => object | boolean | null
  onDone?: () => void
  /**
   * Unique name under which unsaved text is restored after a session ended. Secret fields are excluded by their names.
   */
  draft?: string
  /** Error shown from the start. */
  problem?: string | null
  /** For a server error that names no field. */
  problemAt?: keyof V & string
  /**
   * Validates a field when it loses focus, until it is valid. Otherwise a message appears on submit and disappears on
   * change.
   */
  isEager?: boolean
}

/** Length errors appear while typing. */
const isSaidAtOnce = (message: string) => message.startsWith('Maximum length')

/**
 * Submits one request at a time, and focuses the first invalid field. Render it with `Form` or `FormDialog`, and
 * `Submit` as its button.
 */
export function useForm<V extends object, I = V>(options: Options<V, I>) {
  const { send, act, onDone, problemAt, isEager = false } = options
  const { isBusy, problem, run, setProblem } = useMutation(options.problem)
  const fields = useFieldValues(options.initial, () => setProblem(null))
  const { values } = fields
  const { saved, setSaved } = useKeptTyping(options, values, fields.fill)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string | null>(null)
  const [isSent, setSent] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const element = useRef<HTMLFormElement>(null)
  const isPressed = useIsPressed(isEager)
  const errors = isEager ? read(options, values).errors : {}

  useEffect(() => {
    if (!element.current || wrong.length === 0) return
    const named = [...element.current.querySelectorAll<HTMLElement>('[name], [aria-invalid="true"]')]
    const first = named.find((one) => one.ariaInvalid === 'true' || wrong.includes(one.getAttribute('name') ?? ''))
    first?.focus({ preventScroll: true })
    // Makes the message below the field visible.
    first?.scrollIntoView({ block: 'center' })
  }, [wrong])

  const errorOf = (name: string): string | undefined => {
    const message = errors[name]
    const isSaid = message !== undefined && (isSent || left.has(name) || isSaidAtOnce(message))
    return isSaid ? message : fields.errors[name]
  }
  const show = (found: Errors) => {
    fields.setErrors(found)
    setWrong(Object.keys(found))
  }
  /** Returns true when the form can be sent. Otherwise it shows every message and focuses the first invalid field. */
  const isReady = (): boolean => {
    const { errors: found, problem: why } = read(options, fields.latest())
    setSent(true)
    setProblem(why)
    show(found)
    return why === null && Object.keys(found).length === 0
  }
  /** Shows a field's message next to the field only. */
  const refuse = (thrown: unknown): boolean => {
    const { errors: found } = placed(values, thrown instanceof ApiError ? Object.entries(thrown.errors) : [])
    if (problemAt && Object.keys(found).length === 0) found[problemAt] = problemOf(thrown)
    show(found)
    return Object.values(found).includes(problemOf(thrown))
  }
  const submit = async (then = onDone): Promise<boolean> => {
    if (isBusy || !isReady()) return false
    const given = fields.latest()
    const { input } = read(options, given)
    const isDone = send
      ? await run(() => send(input as I, given), refuse)
      : !act || (await isKept(act(input as I, given)))
    // Unless the form was reset in the meantime.
    if (isDone) setSaved((now) => (now === saved ? given : now))
    if (isDone) then?.()
    return isDone
  }
  /** A message that appears during a press would move the button from under the pointer. */
  const leave = (name: string) => {
    const mark = () => setLeft((before) => (before.has(name) ? before : new Set(before).add(name)))
    if (isPressed.current) window.addEventListener('pointerup', () => setTimeout(mark), { once: true })
    else mark()
  }
  const nameIn = ({ target }: FocusEvent) => target.getAttribute('name')
  return {
    values,
    element,
    isBusy,
    /** Undefined for an offline action. */
    problem: act ? undefined : problem,
    isDirty: !isSameForm(values, saved),
    /** All current errors of an eager form, shown or not. */
    errors,
    /** The message to show now. */
    errorOf,
    focused,
    wasLeft: (name: string) => left.has(name),
    field<K extends FieldName<V>>(name: K): FieldProps<K extends keyof V ? V[K] : string> {
      const value = fieldValue(values, name) as K extends keyof V ? V[K] : string
      return { name, value, error: errorOf(name), onChange: (given) => fields.set(name, typedValue(given)) }
    },
    box(name: FieldName<V>): { name: string; checked: boolean; onChange: (given: boolean | Typed) => void } {
      const checked = fieldValue(values, name) as boolean
      return { name, checked, onChange: (given) => fields.set(name, typedValue(given)) }
    },
    set<K extends keyof V & string>(name: K, value: V[K]) {
      fields.set(name, value)
    },
    fill(some: Partial<V>) {
      fields.fill(some)
    },
    /** Doesn't mark the form as changed. */
    beginAnew(some: Partial<V>) {
      fields.fill(some)
      setSaved((now) => ({ ...now, ...some }))
    },
    setProblem,
    refuse,
    /** Another change by this form's buttons, with its error above the form. */
    run: (work: () => Promise<string | undefined>) => run(work, refuse),
    isReady,
    /** Returns true on success. */
    submit,
    /** For the element around an eager form's fields. */
    watch: {
      onFocus: (event: FocusEvent) => isEager && setFocused(nameIn(event)),
      onBlur: (event: FocusEvent) => {
        const name = nameIn(event)
        if (!isEager) return
        setFocused(null)
        if (name !== null) leave(name)
      },
    },
  }
}
export type FormState<V extends object> = ReturnType<typeof useForm<V>>

/** Typed for fields that use only some of the form's values. */
export const fieldPart = <V extends P, P extends object>(form: FormState<V>) => form as unknown as FormState<P>

/** `saved` are the initial or last saved values, which aren't worth saving. */
function useKeptTyping<V extends object>(
  options: Pick<Options<V, never>, 'draft' | 'initial'>,
  values: V,
  onBack: (kept: Partial<V>) => void,
) {
  const [saved, setSaved] = useState(options.initial)
  useDraft(options.draft, options.draft === undefined ? null : changedIn(values, saved), onBack)
  return { saved, setSaved }
}

/** No device stores these fields. */
const isSecret = (name: string) => /password|secret|token|code/i.test(name)

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Compares field by field, because a field can hold thousands of IDs and most didn't change. */
const isSameForm = (values: object, saved: object) =>
  Object.keys({ ...values, ...saved }).every((name) =>
    isSame(values[name as keyof typeof values], saved[name as keyof typeof saved]),
  )

/** Null if no field differs. */
function changedIn<V extends object>(values: V, saved: V): Partial<V> | null {
  const changed = Object.entries(values).filter(
    ([name, value]) => !(isSecret(name) || isSame(value, saved[name as keyof V])),
  )
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<V>)
}

/** Text that the device failed to store stays in the form. */
async function isKept(done: object | boolean | null): Promise<boolean> {
  if (!done || done === true || !('saved' in done)) return Boolean(done)
  return Promise.resolve(done.saved).then(
    () => true,
    () => false,
  )
}

function read<V extends object, I>({ shape, inputOf, check }: Options<V, I>, values: V) {
  const parsed = shape?.safeParse(inputOf ? inputOf(values) : values)
  const issues = parsed?.error?.issues ?? []
  const { errors, problem } = placed(
    values,
    issues.map(({ path, message }) => [path.join('.'), message]),
  )
  for (const [name, message] of Object.entries<string | undefined>(check?.(values) ?? {}))
    if (message !== undefined) errors[name] ??= message
  return { input: (shape ? parsed?.data : values) as I | undefined, errors, problem }
}

/** A message without a field becomes the form's error. */
function placed(values: object, messages: [string, string][]): { errors: Errors; problem: string | null } {
  const errors: Errors = {}
  let problem: string | null = null
  for (const [path, message] of messages) {
    const name = placeOf(values, path)
    if (name === undefined) problem ??= message
    else errors[name] ??= message
  }
  return { errors, problem }
}

/**
 * 'domains' for 'domains.0', which has no field, or 'admin.email' for 'email', where the server only sees that part.
 */
function placeOf(values: object, path: string): string | undefined {
  const part = Object.entries(values).find(([, value]) => value?.constructor === Object && path in value)
  if (part) return `${part[0]}.${path}`
  const parts = path.split('.')
  let value: unknown = values
  for (const [index, part] of parts.entries()) {
    value = (value as Record<string, unknown>)[part]
    if (value === undefined) return undefined
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return parts.slice(0, index + 1).join('.')
  }
  return undefined
}

function useIsPressed(isWatching: boolean) {
  const isPressed = useRef(false)
  useEffect(() => {
    if (!isWatching) return
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
  }, [isWatching])
  return isPressed
}
