// Fills the form from the quick line or a file, and builds the chips.
import { formatDay, formatShortDay } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { formatClose, type Stages, stageName } from '#core/contract/stages.ts'
import { isPlaceholder, targetLabel, typeTerm, valueTerm } from '../../contract.ts'
import { usualGoalOf } from '../../steps/client/offered.ts'
import type { QuickLine } from '../quickFields.ts'
import type { ContactFilling } from './contactFiles.ts'
import { amountIn, type CreateForm, revenueForm } from './targetForm.ts'

/** Returns the form with the line's values. Other fields don't change. */
export function withQuickLine(form: CreateForm, line: QuickLine): CreateForm {
  const type = line.type ?? form.type
  return {
    ...form,
    type,
    value: line.value ?? form.value,
    company: line.company || form.company,
    contact: line.contact || form.contact,
    contact_email: line.contact_email || form.contact_email,
    contact_role: line.contact_role || form.contact_role,
    goal: line.goal || form.goal || usualGoalOf(type),
    description: capitalized(line.step) || form.description,
    due: line.due ?? form.due,
    note: line.note || form.note,
    stage: line.stage || form.stage,
    ...(line.projected_revenue !== null && revenueForm(line.projected_revenue)),
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function withFilling(form: CreateForm, filling: ContactFilling): CreateForm {
  const { company, contact, contact_email, contact_phone, step, due } = filling
  return {
    ...form,
    company: company || form.company,
    contact: contact || form.contact,
    contact_email: contact_email || form.contact_email,
    contact_phone: contact_phone || form.contact_phone,
    description: step || form.description,
    due: due || form.due,
  }
}

/** `isGiven` means typed, not a default. */
export type Chip = { field: keyof CreateForm; label: string; text: string; title?: string; isGiven: boolean }

/** `stages` are those of the firm. */
export function chipsOf(form: CreateForm, line: QuickLine, today: string, stages: Stages): Chip[] {
  const { said } = line
  const amount = amountIn(form)
  const chips: Chip[] = [
    { field: 'company', label: targetLabel('company'), text: form.company, isGiven: true },
    { field: 'contact', label: targetLabel('contact'), text: form.contact, isGiven: true },
    { field: 'contact_email', label: targetLabel('contact_email'), text: form.contact_email, isGiven: true },
    { field: 'contact_role', label: 'Role', text: form.contact_role, isGiven: true },
    { field: 'contact_phone', label: targetLabel('contact_phone'), text: form.contact_phone, isGiven: true },
    { field: 'description', label: 'Step', text: form.description, isGiven: !isPlaceholder(form) },
    {
      field: 'due',
      label: 'Due',
      text: isPlaceholder(form) ? '' : formatShortDay(form.due, today),
      title: formatDay(form.due),
      isGiven: said.due !== undefined,
    },
    { field: 'type', label: targetLabel('type'), text: typeTerm[form.type], isGiven: said.type !== undefined },
    { field: 'value', label: targetLabel('value'), text: valueTerm[form.value], isGiven: said.value !== undefined },
    {
      field: 'revenue',
      label: targetLabel('projected_revenue'),
      text: amount == null ? '' : formatAmount(amount),
      isGiven: true,
    },
    { field: 'stage', label: 'Stage', text: stageName(stages, form.stage || null) ?? '', isGiven: true },
    {
      field: 'expected_close',
      label: targetLabel('expected_close'),
      text: form.expected_close && formatClose(form.expected_close),
      isGiven: true,
    },
    { field: 'chance', label: targetLabel('chance'), text: form.chance && `${form.chance}%`, isGiven: true },
    { field: 'goal', label: targetLabel('goal'), text: form.goal, isGiven: said.goal !== undefined },
    { field: 'note', label: 'Note', text: form.note, isGiven: true },
  ]
  return chips.filter(({ text }) => text !== '')
}
