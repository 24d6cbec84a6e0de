// A target's form as text fields, and the conversion to and from the contract's inputs.
import type { z } from 'zod'
import { addDays, weekdayOf } from '#core/contract/dates.ts'
import { INTANGIBLE, MAX_AMOUNT_CHARACTERS, readAmount, whyNoAmount } from '#core/contract/money.ts'
import type { CameFrom } from '#core/contract/referrals.ts'
import { isSameFact } from '../../cameFrom/isSameFact.ts'
import {
  DEFAULT_DUE_DAYS,
  DEFAULT_STEP,
  limits,
  noWords,
  ofWords,
  type Target,
  type TargetValue,
  type Type,
  type WordsName,
} from '../../contract.ts'
import { TaskInput } from '../../steps/contract.ts'
import { CreateInput, EditInput } from '../contract.ts'

type FieldErrors<F> = Partial<Record<keyof F, string>>

export type RevenueKind = 'intangible' | 'amount'
export type RevenueForm = { revenueKind: RevenueKind; revenue: string }
/** `remind` is an instant, '' for none. */
export type StepForm = { description: string; due: string; help: string; remind: string }
/** A month or a day, and a percentage. '' is none. */
export type OutlookForm = { expected_close: string; chance: string }
/** Text that isn't a chosen source yet is an error. '' is none. */
export type SourceForm = { came_from: CameFrom | string }
export type EditForm = RevenueForm &
  OutlookForm &
  SourceForm &
  Record<WordsName, string> & { type: Type; value: TargetValue; isPrivate: boolean }
/** `contact_role` and `stage` are '' for none chosen. */
export type CreateForm = EditForm & StepForm & { note: string; contact_role: string; stage: string }

export function blankForm(today: string, prefill: Partial<CreateInput> = {}): CreateForm {
  const step = prefill.tasks?.[0]
  return {
    ...ofWords((name) => prefill[name] ?? ''),
    type: prefill.type ?? 'prospect',
    value: prefill.value ?? 'M',
    isPrivate: prefill.private ?? false,
    ...revenueForm(prefill.projected_revenue ?? null),
    ...outlookForm(prefill),
    came_from: prefill.came_from ?? '',
    stage: prefill.stage ?? '',
    description: step?.description ?? DEFAULT_STEP,
    due: step?.due ?? addDays(today, DEFAULT_DUE_DAYS),
    help: step?.help ?? '',
    remind: step?.remind ?? '',
    note: prefill.note ?? '',
    contact_role: prefill.contact_role ?? '',
  }
}

export const formOf = (target: Target): EditForm => ({
  // A copy from an older version can lack fields.
  ...ofWords((name) => target[name] ?? ''),
  type: target.type,
  value: target.value,
  isPrivate: target.private,
  ...revenueForm(target.projected_revenue),
  ...outlookForm(target),
  came_from: target.came_from ?? '',
})

const outlookForm = ({ expected_close, chance }: Partial<Pick<Target, 'expected_close' | 'chance'>>): OutlookForm => ({
  expected_close: expected_close ?? '',
  chance: String(chance ?? ''),
})

/** -1 selects 'Intangible'. Other amounts are shown with separators, and with cents if they have any. */
export function revenueForm(amount: number | null): RevenueForm {
  if (amount === INTANGIBLE) return { revenueKind: 'intangible', revenue: '' }
  const digits = amount === null || Number.isInteger(amount) ? 0 : 2
  const said = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return { revenueKind: 'amount', revenue: amount === null ? '' : amount.toLocaleString('en-US', said) }
}

/** Returns dollars, -1 for Intangible, null for an empty amount, undefined for an invalid one. */
export function amountIn({ revenueKind, revenue }: RevenueForm): number | null | undefined {
  if (revenueKind === 'intangible') return INTANGIBLE
  if (revenue.trim() === '') return null
  return readAmount(revenue) ?? undefined
}

const detailsIn = (form: EditForm) => ({
  ...ofWords((name) => form[name]),
  type: form.type,
  value: form.value,
  projected_revenue: amountIn(form),
  private: form.isPrivate,
  expected_close: form.expected_close || null,
  chance: form.chance === '' ? null : Number(form.chance),
  came_from: form.came_from === '' ? null : form.came_from,
})
const draftOf = ({ description, due, help, remind, note, contact_role, stage, ...form }: CreateForm) => ({
  ...detailsIn(form),
  tasks: [{ description, due, help, ...(remind && { remind }) }],
  note,
  ...(contact_role && { contact_role }),
  ...(stage && { stage }),
})

const fields: Record<string, keyof CreateForm> = { projected_revenue: 'revenue', private: 'isPrivate' }
/** Maps an issue's path to a form field. The first step's fields are in the form itself. */
const fieldOf = (path: PropertyKey[]): keyof CreateForm => {
  const name = String(path[0] === 'tasks' ? (path[2] ?? 'description') : path[0])
  return fields[name] ?? (name as keyof CreateForm)
}

const revenueError = (form: RevenueForm) => (amountIn(form) === undefined ? { revenue: whyNoAmount(form.revenue) } : {})

function messagesOf<F>(schema: z.ZodType, input: unknown, fieldOf: (path: PropertyKey[]) => keyof F): FieldErrors<F> {
  const found: FieldErrors<F> = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) found[fieldOf(path)] ??= message
  return found
}

export function createErrors(form: CreateForm): FieldErrors<CreateForm> {
  const tooLong = form.note.trim().length > limits.noteInForm
  const note = tooLong ? { note: `Maximum length is ${limits.noteInForm} characters` } : {}
  return {
    ...messagesOf<CreateForm>(CreateInput, withoutBlankAmount(draftOf(form)), fieldOf),
    ...note,
    ...revenueError(form),
  }
}
export const editErrors = (form: EditForm): FieldErrors<EditForm> => ({
  ...(messagesOf<CreateForm>(
    EditInput,
    detailsIn({ ...form, company: form.company.trim(), contact: form.contact.trim() }),
    fieldOf,
  ) as FieldErrors<EditForm>),
  ...revenueError(form),
})
export const stepErrors = (form: StepForm): FieldErrors<StepForm> =>
  messagesOf<StepForm>(TaskInput, formStep(form), (path) => path[0] as keyof StepForm)
export const formStep = ({ description, due, help, remind }: StepForm) => ({
  description: description.trim(),
  due,
  help: help.trim(),
  ...(remind && { remind }),
})
/** Requires an amount. Source: the specification, section 5, 'Complete target'. */
export const wonErrors = (form: RevenueForm): FieldErrors<RevenueForm> =>
  amountIn(form) == null ? { revenue: whyNoAmount(form.revenue) } : {}

/** Trims both fields, because the contract counts spaces as blank only after trimming. */
const withoutBlankAmount = (draft: ReturnType<typeof draftOf>) => ({
  ...draft,
  company: draft.company.trim(),
  contact: draft.contact.trim(),
  projected_revenue: draft.projected_revenue ?? null,
})

/** Throws a ZodError for a form with errors. Call `createErrors` first. */
export const createInputOf = (form: CreateForm): CreateInput => CreateInput.parse(draftOf(form))

export function changesOf(form: EditForm, target: Target): EditInput {
  const edited = EditInput.parse(detailsIn(form))
  const before: Target = { ...noWords, expected_close: null, chance: null, came_from: null, ...target }
  return Object.fromEntries(
    Object.entries(edited).filter(([name, value]) => !isSameFact(value, before[name as keyof Target])),
  ) as EditInput
}

/**
 * Keeps digits, one decimal point, and two decimals, adds separators, and positions the caret. Null above the allowed
 * characters.
 */
export function typedAmount(text: string, caret: number): { text: string; caret: number } | null {
  const meant = text.slice(0, caret).replace(/[^\d.]/g, '').length
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const shown = digits.replace(/\B(?=(\d{3})+$)/g, ',') + (rest.length > 0 ? `.${rest.join('').slice(0, 2)}` : '')
  if (shown.length > MAX_AMOUNT_CHARACTERS) return null
  const kept = Math.max(0, meant - (whole.length - digits.length))
  let at = 0
  for (let seen = 0; at < shown.length && seen < kept; at++) if (shown[at] !== ',') seen++
  return { text: shown, caret: at }
}

/** Turns 'the memo' into 'Send the memo', or replaces another starter. */
export function withStarter(description: string, starter: string, starters: readonly string[]): string {
  const text = description.trim()
  if (text === '' || text === DEFAULT_STEP) return `${starter} `
  const old = starters.find((word) => text.toLowerCase().startsWith(`${word.toLowerCase()} `) || text === word)
  const rest = old ? text.slice(old.length).trim() : text.charAt(0).toLowerCase() + text.slice(1)
  return `${starter} ${rest}`
}

/** Tomorrow, the next Friday (or Monday if Friday is too near or too far), and a week ahead. */
export function dueChoices(today: string): { label: string; day: string }[] {
  const ahead = [2, 3, 4, 5].map((days) => addDays(today, days))
  const handy = ahead.find((day) => weekdayOf(day) === 'Friday') ?? ahead.find((day) => weekdayOf(day) === 'Monday')
  const middle = handy === undefined ? [] : [{ label: weekdayOf(handy), day: handy }]
  return [{ label: 'Tomorrow', day: addDays(today, 1) }, ...middle, { label: 'In a week', day: addDays(today, 7) }]
}
