import { useForm as useFields } from '@mantine/form'
import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError, problemOf } from '#core/client/api.ts'
import { useDraft } from '#core/client/drafts.ts'
import { useMutation } from '#core/client/useChange.ts'

/** A message for each wrong field, by the field's name: 'email', or 'admin.email' in a part. */
export type Errors = Record<string, string>
/** The fields of a form, and those of its parts. */
export type FieldName<V> = {
  [K in keyof V & string]: V[K] extends readonly unknown[] ? K : V[K] extends object ? `${K}.${keyof V[K] & string}` : K
}[keyof V & string]

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>
/** The properties of a field. It takes the event of an input, or the value itself. */
export type FieldProps<T = string> = {
  name: string
  value: T
  error: string | undefined
  onChange: (given: T | Typed) => void
}

type Options<V, I> = {
  initial: V
  /** What is sent: its messages stand under the fields. */
  shape?: z.ZodType<I>
  /** What the shape reads, where that isn't the values as they are. */
  inputOf?: (values: V) => unknown
  /** What else is wrong with the values. */
  check?: (values: V) => { [name in keyof V]?: string | undefined }
  /** Asks the server; answers what is said when it is done, if anything. The input is the values where there is no shape. */
  send?: (input: I, values: V) => Promise<string | undefined>
  /** An action that works offline: done at once, or null (false) when a rule said no (which says so itself). */
  act?: (input: I, values: V) => object | boolean | null
  /** Follows when it is done. */
  onDone?: () => void
  /** Its name among all forms of the person: what was typed comes back after a session that ended meanwhile. Fields of secrets are left out by their names. */
  draft?: string
  /** What stands above it from the beginning. */
  problem?: string | null
  /** The field under which the server's problem stands, where it names none. */
  problemAt?: keyof V & string
  /** A wrong field says so when it was left and for as long as it is wrong; otherwise when the form is sent, until it is changed. */
  isEager?: boolean
}

/** Too long is said while typing; anything else waits until the field was left or the form was sent. */
const isSaidAtOnce = (message: string) => message.startsWith('Maximum length')

/**
 * The one way of a form: its values, what is wrong with them beside their fields, and sending them once at a time.
 * The first wrong field gets the cursor, whoever found it wrong. `Form` or `FormDialog` shows it, `Submit` is its button.
 */
export function useForm<V extends object, I = V>(options: Options<V, I>) {
  const { send, act, onDone, problemAt, isEager = false } = options
  const { isBusy, problem, run, setProblem } = useMutation(options.problem)
  const fields = useFields<V>({ initialValues: options.initial, onValuesChange: () => setProblem(null) })
  const { values } = fields
  const { saved, setSaved } = useKeptTyping(options, values, fields.setValues)
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
    // With its message, which stands below it.
    first?.scrollIntoView({ block: 'center' })
  }, [wrong])

  const errorOf = (name: string): string | undefined => {
    const message = errors[name]
    const isSaid = message !== undefined && (isSent || left.has(name) || isSaidAtOnce(message))
    return isSaid ? message : (fields.errors[name] as string | undefined)
  }
  const show = (found: Errors) => {
    fields.setErrors(found)
    setWrong(Object.keys(found))
  }
  /** True when it may be sent; otherwise every message shows and the first wrong field has the cursor. */
  const isReady = (): boolean => {
    const { errors: found, problem: why } = read(options, fields.getValues())
    setSent(true)
    setProblem(why)
    show(found)
    return why === null && Object.keys(found).length === 0
  }
  /** What the server says of a field stands beside it, and is not said twice. */
  const refuse = (thrown: unknown): boolean => {
    const { errors: found } = placed(values, thrown instanceof ApiError ? Object.entries(thrown.errors) : [])
    if (problemAt && Object.keys(found).length === 0) found[problemAt] = problemOf(thrown)
    show(found)
    return Object.values(found).includes(problemOf(thrown))
  }
  const submit = async (then = onDone): Promise<boolean> => {
    if (isBusy || !isReady()) return false
    const given = fields.getValues()
    const { input } = read(options, given)
    const isDone = send
      ? await run(() => send(input as I, given), refuse)
      : !act || (await isKept(act(input as I, given)))
    // Unless it has begun anew meanwhile.
    if (isDone) setSaved((now) => (now === saved ? given : now))
    if (isDone) then?.()
    return isDone
  }
  /** A message that appears under a pressed button would move it away from the pointer: then it waits for the release. */
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
    /** Why it could not be done; undefined where it is done at once. */
    problem: act ? undefined : problem,
    isDirty: !isSame(values, saved),
    /** Everything that is wrong now, said or not, where the form is eager. */
    errors,
    /** The message to show under a field now. */
    errorOf,
    focused,
    wasLeft: (name: string) => left.has(name),
    /** Of text, or a choice. */
    field<K extends FieldName<V>>(name: K): FieldProps<K extends keyof V ? V[K] : string> {
      const { value, onChange } = fields.getInputProps(name)
      return { name, value, error: errorOf(name), onChange }
    },
    /** A box or a switch. */
    box(name: FieldName<V>): { name: string; checked: boolean; onChange: (given: boolean | Typed) => void } {
      const { checked, onChange } = fields.getInputProps(name, { type: 'checkbox' })
      return { name, checked, onChange }
    },
    set<K extends keyof V & string>(name: K, value: V[K]) {
      fields.setFieldValue(name, value as never)
    },
    /** Several fields at once. */
    fill(some: Partial<V>) {
      fields.setValues(some)
    },
    /** The same, where it isn't the person who says so: these values are nothing to keep. */
    beginAnew(some: Partial<V>) {
      fields.setValues(some)
      setSaved((now) => ({ ...now, ...some }))
    },
    setProblem,
    refuse,
    /** Another change that this form's buttons make: one at a time, and its problem stands above the form. */
    run: (work: () => Promise<string | undefined>) => run(work, refuse),
    isReady,
    /** Sends it, unless something is wrong or another is under way; true when it is done. */
    submit,
    /** For the element that holds the fields of an eager form. */
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

/** The same form, for fields that know only some of its values. */
export const fieldPart = <V extends P, P extends object>(form: FormState<V>) => form as unknown as FormState<P>

/** Keeps what is typed for after a session that ended meanwhile. `saved`: what is nothing to keep, as the form began or was saved last. */
function useKeptTyping<V extends object>(
  options: Pick<Options<V, never>, 'draft' | 'initial'>,
  values: V,
  onBack: (kept: Partial<V>) => void,
) {
  const [saved, setSaved] = useState(options.initial)
  useDraft(options.draft, options.draft === undefined ? null : changedIn(values, saved), onBack)
  return { saved, setSaved }
}

/** What no device keeps, whoever made the form. */
const isSecret = (name: string) => /password|secret|token|code/i.test(name)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that are other than what was saved; null where none is. */
function changedIn<V extends object>(values: V, saved: V): Partial<V> | null {
  const changed = Object.entries(values).filter(
    ([name, value]) => !(isSecret(name) || isSame(value, saved[name as keyof V])),
  )
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<V>)
}

/** What was done counts once the device has it: what it refused to keep stays in the form. */
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

/** The first message for each field; what belongs to none is the form's problem. */
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

/** 'domains' for 'domains.0', which has no field of its own; 'admin.email' for 'email', where the server knows only that part. */
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
