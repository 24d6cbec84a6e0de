import { describe, expect, test } from 'vitest'
import type { Target } from '../../contract.ts'
import { stepStarters } from '../contract.ts'
import {
  amountIn,
  blankForm,
  changesOf,
  createErrors,
  createInputOf,
  dueChoices,
  editErrors,
  formOf,
  revenueForm,
  stepErrors,
  typedAmount,
  withStarter,
  wonErrors,
} from './targetForm.ts'

const today = '2026-11-18'
const filled = { ...blankForm(today), company: 'Acme', goal: 'Win them' }

describe('form for a new target', () => {
  test('starts with defaults: a week ahead, medium, a prospect, the default step', () => {
    expect(blankForm(today)).toMatchObject({
      due: '2026-11-25',
      description: 'Identify next steps',
      value: 'M',
      type: 'prospect',
      revenueKind: 'amount',
      revenue: '',
    })
  })
  test('requires company or contact under both, even if they hold only spaces', () => {
    const blank = createErrors({ ...filled, company: '  ' })
    expect(blank).toEqual({ company: 'Please complete this field', contact: 'Please complete this field' })
    expect(createErrors({ ...filled, company: '', contact: 'Jane' })).toEqual({})
  })
  test('requires one of both even while other fields have errors', () => {
    expect(createErrors({ ...filled, company: '', goal: '', due: '' })).toEqual({
      company: 'Please complete this field',
      contact: 'Please complete this field',
      goal: 'Please complete this field',
      due: 'Choose a date.',
    })
  })
  test('states each limit with its number', () => {
    const long = (length: number) => 'x'.repeat(length)
    expect(
      createErrors({
        ...filled,
        company: long(101),
        contact: long(101),
        goal: long(251),
        description: long(251),
        note: long(301),
      }),
    ).toEqual({
      company: 'Maximum length is 100 characters',
      contact: 'Maximum length is 100 characters',
      goal: 'Maximum length is 250 characters',
      description: 'Maximum length is 250 characters',
      note: 'Maximum length is 300 characters',
    })
    expect(createErrors({ ...filled, note: long(300) })).toEqual({})
  })
  test('rejects an invalid email, a missing step, and an invalid amount', () => {
    expect(createErrors({ ...filled, contact_email: 'jane@', description: ' ', revenue: '.' })).toEqual({
      contact_email: 'Invalid email address',
      description: 'Please complete this field',
      revenue: 'Please enter a $ amount.',
    })
  })
  test('converts to the contract’s input', () => {
    const input = createInputOf({ ...filled, company: ' Acme ', revenue: '1,234.50', note: 'Hi' })
    expect(input).toMatchObject({ company: 'Acme', contact: '', projected_revenue: 1234.5, note: 'Hi' })
    expect(input.tasks).toEqual([{ description: 'Identify next steps', due: '2026-11-25', help: '' }])
    expect(createInputOf({ ...filled, revenueKind: 'intangible' }).projected_revenue).toBe(-1)
    expect(createInputOf(filled).projected_revenue).toBeNull()
  })
})

describe('form for an edit', () => {
  const target = {
    company: 'Acme',
    contact: 'Jane',
    contact_email: '',
    type: 'client',
    value: 'H',
    goal: 'Win',
    private: false,
    projected_revenue: 1234.5,
  } as Target
  test('sends only what changed', () => {
    const form = formOf(target)
    expect(changesOf(form, target)).toEqual({})
    expect(changesOf({ ...form, goal: 'Win more', revenue: '2,000' }, target)).toEqual({
      goal: 'Win more',
      projected_revenue: 2000,
    })
    expect(changesOf({ ...form, revenue: '' }, target)).toEqual({ projected_revenue: null })
  })
  test('applies the same rules as for a new target', () => {
    expect(editErrors({ ...formOf(target), company: ' ', contact: '' })).toEqual({
      company: 'Please complete this field',
      contact: 'Please complete this field',
    })
    expect(editErrors({ ...formOf(target), goal: '' })).toEqual({ goal: 'Please complete this field' })
    expect(editErrors(formOf(target))).toEqual({})
  })
})

test('requires a description and a day for a step, but no help', () => {
  expect(stepErrors({ description: '', due: '', help: '', remind: '' })).toEqual({
    description: 'Please complete this field',
    due: 'Choose a date.',
  })
  expect(stepErrors({ description: 'Call', due: today, help: '', remind: '' })).toEqual({})
})

test('requires an amount for a win unless it is intangible', () => {
  expect(wonErrors({ revenueKind: 'amount', revenue: '' })).toEqual({ revenue: 'Please enter a $ amount.' })
  expect(wonErrors({ revenueKind: 'amount', revenue: '0' })).toEqual({})
  expect(wonErrors({ revenueKind: 'intangible', revenue: '' })).toEqual({})
})

describe('amount while typing', () => {
  const type = (text: string) =>
    [...text].reduce((shown, key) => typedAmount(shown + key, shown.length + 1)?.text ?? shown, '')
  test('gets separators and at most two decimals', () => {
    expect(type('1234567.891')).toBe('1,234,567.89')
    expect(type('$40,000')).toBe('40,000')
    expect(type('0012')).toBe('12')
    expect(type('0.5')).toBe('0.5')
    expect(type('1.2.3')).toBe('1.23')
    expect(type('abc')).toBe('')
  })
  test('accepts at most 13 characters', () => {
    expect(type('99999999.99')).toBe('99,999,999.99')
    expect(type('999999999999')).toBe('9,999,999,999')
    expect(typedAmount('9,999,999,9999', 14)).toBeNull()
  })
  test('keeps the caret behind the same digit', () => {
    expect(typedAmount('12345', 2)).toEqual({ text: '12,345', caret: 2 })
    expect(typedAmount('12345', 5)).toEqual({ text: '12,345', caret: 6 })
    expect(typedAmount('1,2345', 3)).toEqual({ text: '12,345', caret: 2 })
  })
  test('is read back as shown', () => {
    for (const amount of [0, 5, 1234.5, 99_999_999.99]) expect(amountIn(revenueForm(amount))).toBe(amount)
    expect(amountIn(revenueForm(-1))).toBe(-1)
    expect(amountIn(revenueForm(null))).toBeNull()
  })
})

test("adds a starter's word at the front or replaces another", () => {
  const start = (text: string, starter: string) => withStarter(text, starter, stepStarters)
  expect(start('Identify next steps', 'Send')).toBe('Send ')
  expect(start('The memo', 'Send')).toBe('Send the memo')
  expect(start('Send the memo', 'Follow up')).toBe('Follow up the memo')
  expect(start('Send ', 'Ask')).toBe('Ask ')
})

test('offers due dates on three different days in any week', () => {
  expect(dueChoices('2026-11-18').map((choice) => `${choice.label} ${choice.day}`)).toEqual([
    'Tomorrow 2026-11-19',
    'Friday 2026-11-20',
    'In a week 2026-11-25',
  ])
  for (let day = 16; day <= 22; day++) {
    const days = dueChoices(`2026-11-${day}`).map((choice) => choice.day)
    expect(new Set(days).size).toBe(3)
    expect(days).toEqual([...days].sort())
  }
})
