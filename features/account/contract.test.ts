import { expect, test } from 'vitest'
import { ChangePasswordInput, LoginInput, ProfileInput, passwordRule, SettingInput } from './contract.ts'

const messageOf = (password: string) =>
  ChangePasswordInput.safeParse({ current: 'old', new: password }).error?.issues.map((issue) => issue.message)

test('requires 8 to 128 characters with a capital, digit, or symbol in a new password', () => {
  for (const good of ['Pursuit#2026', 'lowercase1', 'lowercase_', 'Lowercase', '########', `A${'a'.repeat(127)}`])
    expect(messageOf(good)).toBeUndefined()
  for (const bad of ['Short1!', 'onlylowercase', 'With space 1', 'Ünicode1', 'semi;colon1', `A${'a'.repeat(128)}`])
    expect(messageOf(bad)).toContain(passwordRule)
})

test('reports an empty field before the password rule', () => {
  expect(messageOf('')?.[0]).toBe('Please complete this field')
})

test('requires both login fields and treats any other problem as a wrong login', () => {
  expect(LoginInput.safeParse({ email: 'not an address', password: 'x' }).success).toBe(true)
  expect(LoginInput.safeParse({ email: ' ', password: '' }).error?.issues.map((issue) => issue.message)).toEqual([
    'Please complete this field',
    'Please complete this field',
  ])
})

test('rejects profile fields that a person can’t set', () => {
  expect(ProfileInput.safeParse({ first_name: 'Dana', last_name: 'Reyes', role: 'admin' }).success).toBe(false)
  expect(ProfileInput.safeParse({ first_name: ' ', last_name: 'Reyes' }).success).toBe(false)
  expect(ProfileInput.safeParse({ first_name: 'Dana', last_name: 'Reyes', phone: 'call me' }).success).toBe(false)
})

test('accepts only notification settings, and only on or off', () => {
  expect(SettingInput.safeParse({ name: 'key-org_report', value: '1' }).success).toBe(false)
  expect(SettingInput.safeParse({ name: 'ping-weekly_alerts-email', value: '2' }).success).toBe(false)
  expect(SettingInput.safeParse({ name: 'ping-weekly_alerts-email', value: '0' }).success).toBe(true)
})
