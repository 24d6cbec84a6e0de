import { expect, test } from 'vitest'
import { ChangePasswordInput, LoginInput, ProfileInput, passwordRule, SettingInput } from './contract.ts'

const messageOf = (password: string) =>
  ChangePasswordInput.safeParse({ current: 'old', new: password }).error?.issues.map((issue) => issue.message)

test('A new password has 8 to 128 characters, with a capital, a digit or a sign among them', () => {
  for (const good of ['Pursuit#2026', 'lowercase1', 'lowercase_', 'Lowercase', '########', `A${'a'.repeat(127)}`])
    expect(messageOf(good)).toBeUndefined()
  for (const bad of ['Short1!', 'onlylowercase', 'With space 1', 'Ünicode1', 'semi;colon1', `A${'a'.repeat(128)}`])
    expect(messageOf(bad)).toContain(passwordRule)
})

test('An empty field says so before the rule does', () => {
  expect(messageOf('')?.[0]).toBe('Please complete this field')
})

test('A login only needs both fields: anything else wrong with it is a wrong login', () => {
  expect(LoginInput.safeParse({ email: 'not an address', password: 'x' }).success).toBe(true)
  expect(LoginInput.safeParse({ email: ' ', password: '' }).error?.issues.map((issue) => issue.message)).toEqual([
    'Please complete this field',
    'Please complete this field',
  ])
})

test('A profile cannot carry fields that a person may not set', () => {
  expect(ProfileInput.safeParse({ first_name: 'Dana', last_name: 'Reyes', role: 'admin' }).success).toBe(false)
  expect(ProfileInput.safeParse({ first_name: ' ', last_name: 'Reyes' }).success).toBe(false)
  expect(ProfileInput.safeParse({ first_name: 'Dana', last_name: 'Reyes', phone: 'call me' }).success).toBe(false)
})

test('Only notification settings can be turned, and only on or off', () => {
  expect(SettingInput.safeParse({ name: 'key-org_report', value: '1' }).success).toBe(false)
  expect(SettingInput.safeParse({ name: 'ping-weekly_alerts-email', value: '2' }).success).toBe(false)
  expect(SettingInput.safeParse({ name: 'ping-weekly_alerts-email', value: '0' }).success).toBe(true)
})
