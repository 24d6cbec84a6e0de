import { expect, test } from 'vitest'
import { defineNotice, noticeLevel, switchesAt } from './notice.ts'

const words = { label: '', title: '', button: '', several: String, leaves: 'soon' } as const
const both = { email: 'By email', push: 'By push' }
const notices = [
  defineNotice({ ...words, kind: 'invited', switches: both, level: 'asks' }),
  defineNotice({ ...words, kind: 'gathered', switches: both, level: 'daily' }),
  defineNotice({ ...words, kind: 'talk', switches: both }),
  defineNotice({ ...words, kind: 'reminder', switches: {} }),
]

test('emails and pushes requests at every level, daily emails from Daily up, and everything at Everything', () => {
  const on = (level: Parameters<typeof switchesAt>[1]) =>
    Object.entries(switchesAt(notices, level)).flatMap(([name, value]) => (value ? [name] : []))
  expect(on('asks')).toEqual(['ping-invited-email', 'ping-invited-push'])
  expect(on('daily')).toEqual(['ping-invited-email', 'ping-invited-push', 'ping-gathered-email'])
  expect(on('everything')).toHaveLength(6)
})

test('finds the level that matches the switches, and none after one switch changes', () => {
  for (const level of ['asks', 'daily', 'everything'] as const)
    expect(noticeLevel(notices, { ...switchesAt(notices, level), 'key-org_report': 1 })).toBe(level)
  // A switch that was never changed is on.
  expect(noticeLevel(notices, {})).toBe('everything')
  expect(noticeLevel(notices, { ...switchesAt(notices, 'daily'), 'ping-talk-push': 1 })).toBeNull()
})
