import { expect, test } from 'vitest'
import { defineNotice } from '#core/contract/notice.ts'
import type { Session } from '#core/contract/session.ts'
import type { Notification } from '../contract.ts'
import { hasPushed } from './offering.ts'

const said = { label: '', title: '', button: '', several: () => '' }
const pushed = defineNotice({ ...said, kind: 'pushed', switches: { push: 'By push' }, leaves: 'soon' })
const mailed = defineNotice({ ...said, kind: 'mailed', switches: { email: 'By e-mail' }, leaves: 'soon' })
const reminder = defineNotice({ ...said, kind: 'reminder', switches: {}, leaves: 'asked' })
const told = (kinds: string[], Settings: Session['Settings'] = {}) =>
  hasPushed(
    kinds.map((kind) => ({ kind }) as Notification),
    [pushed, mailed, reminder],
    { Settings } as Session,
  )

test('offers pushes only if one would have announced a line of the inbox', () => {
  expect(told(['mailed', 'pushed'])).toBe(true)
  expect(told(['reminder'], { 'ping-pushed-push': 0 })).toBe(true)
  expect(told([])).toBe(false)
  expect(told(['mailed', 'of a time to come'])).toBe(false)
  expect(told(['pushed'], { 'ping-pushed-push': 0 })).toBe(false)
})
