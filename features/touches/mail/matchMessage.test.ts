import { expect, test } from 'vitest'
import { type MatchContext, type MatchedMessage, type MatchTarget, matchMessage } from './matchMessage.ts'
import type { ForwardedMessage } from './receivedMessage.ts'

const one = (address: string, name = '') => ({ name, address })
const me = one('nora@firm.example')
const colleague = one('tom@firm.example')
const jane = one('jane@acme.example', 'Jane Doe')
const stranger = one('peter@other-partners.com', 'Peter Vance')

const target = (id: string, isMine: boolean, lastTouch: string | null, ...emails: string[]): MatchTarget => ({
  id,
  isMine,
  lastTouch,
  status: 'active',
  contacts: emails.map((email) => ({
    id: `${id}-${email}`,
    name: email === jane.address ? jane.name : '',
    emails: [email],
  })),
})
const given = (...targets: MatchTarget[]): MatchContext => ({
  ownAddresses: [me.address, 'nora@gmail.com'],
  filingDomain: 'in.pursuit.example',
  colleagueDomains: ['firm.example'],
  targets,
})
const message = (more: Partial<MatchedMessage>): MatchedMessage => ({
  from: me,
  sender: null,
  to: [one('file@in.pursuit.example')],
  cc: [],
  subject: 'Offer',
  sentAt: '2026-11-19T09:00:00.000Z',
  forwarded: null,
  automatic: null,
  ...more,
})
const forwarded = (more: Partial<ForwardedMessage>): ForwardedMessage => ({
  from: null,
  to: [],
  cc: [],
  names: [],
  sentAt: null,
  subject: '',
  text: '',
  ...more,
})

const parts: [string, Partial<MatchedMessage>, string][] = [
  ['from', { from: jane, to: [me] }, 'in'],
  ['to', { to: [jane] }, 'out'],
  ['in copy', { from: colleague, to: [me], cc: [jane] }, 'out'],
]
test.each(parts)('It matches a contact who is %s the email', (_, people, direction) => {
  expect(matchMessage(message(people), given(target('a', true, null, jane.address)))).toEqual({
    kind: 'target',
    targetId: 'a',
    otherTargetIds: [],
    contactIds: ['a-jane@acme.example'],
    others: [],
    direction,
    at: '2026-11-19T09:00:00.000Z',
    source: 'direct',
  })
})

test('It names the other people of the exchange once each, without ours, contacts, and programs', () => {
  const context = given(target('a', true, null, jane.address, 'kim@acme.example'))
  const cc = [
    stranger,
    one('Peter@other-partners.com'),
    colleague,
    one('KIM@acme.example'),
    one('no-reply@acme.example'),
  ]
  expect(matchMessage(message({ to: [jane], cc }), context)).toMatchObject({ others: [stranger] })
  const passedOn = forwarded({ from: jane, cc: [stranger] })
  expect(matchMessage(message({ forwarded: passedOn }), context)).toMatchObject({ others: [stranger] })
})

test('It takes my Target before a shared one, then the one last touched, and offers the others', () => {
  const targets = [
    target('shared', false, '2026-11-01T00:00:00.000Z', jane.address),
    target('never', true, null, jane.address),
    target('old', true, '2025-01-01T00:00:00.000Z', jane.address),
    target('new', true, '2026-01-01T00:00:00.000Z', jane.address),
    target('other', true, '2026-11-01T00:00:00.000Z', 'x@acme.example'),
  ]
  expect(matchMessage(message({ to: [jane] }), given(...targets))).toMatchObject({
    targetId: 'new',
    otherTargetIds: ['old', 'never', 'shared'],
  })
})

test('It takes the people of the email itself before those of a forwarded one', () => {
  const targets = [
    target('direct', true, null, jane.address),
    target('below', true, '2026-11-01T00:00:00.000Z', 'x@acme.example'),
  ]
  const both = message({ to: [jane], forwarded: forwarded({ from: one('x@acme.example') }) })
  expect(matchMessage(both, given(...targets))).toMatchObject({ targetId: 'direct', source: 'direct' })
})

test('It takes the time and the direction of the forwarded email', () => {
  const passedOn = (from: typeof me, to: typeof me) =>
    message({ forwarded: forwarded({ from, to: [to], sentAt: '2026-11-16T09:00:00.000Z' }) })
  const context = given(target('a', true, null, jane.address))
  expect(matchMessage(passedOn(jane, me), context)).toMatchObject({
    direction: 'in',
    at: '2026-11-16T09:00:00.000Z',
    source: 'forwarded',
  })
  expect(matchMessage(passedOn(me, jane), context)).toMatchObject({ direction: 'out' })
})

test('It matches no colleague, even if one is a contact', () => {
  const context = given(
    target('a', true, null, colleague.address, 'file@in.pursuit.example', 'nora@gmail.com', 'x@us.firm.example'),
  )
  const all = message({
    to: [colleague, one('nora@gmail.com'), one('x@us.firm.example')],
    forwarded: forwarded({ from: colleague }),
  })
  expect(matchMessage(all, context)).toEqual({ kind: 'none', newTarget: null })
})

test('It prefers the exact address to another of the same mailbox', () => {
  const context = given(
    target('plain', true, '2026-11-01T00:00:00.000Z', 'jane@acme.example'),
    target('tagged', true, null, 'jane+deal@acme.example'),
  )
  expect(matchMessage(message({ to: [one('jane+deal@acme.example')] }), context)).toMatchObject({
    targetId: 'tagged',
    otherTargetIds: [],
  })
  expect(matchMessage(message({ to: [one('jane+other@acme.example')] }), context)).toMatchObject({
    targetId: 'plain',
    otherTargetIds: ['tagged'],
  })
})

test.each([
  ['Jane Doe', 'a'],
  ['DOE, Jane', 'a'],
  ['Dr. Jane Doe', 'a'],
  ['Jane Doe (Acme)', 'a'],
  ['Jané Doe', 'a'],
  ['Jane', null],
  ['Jane Does', null],
  ['Jane M. Doe', null],
])('It matches the name %s only as a full one', (name, id) => {
  const match = matchMessage(
    message({ forwarded: forwarded({ names: [name] }) }),
    given(target('a', true, null, jane.address)),
  )
  expect(match.kind === 'target' ? match.targetId : null).toBe(id)
})

test('It matches a name only if one person has it among my Targets', () => {
  const twin = {
    ...target('b', true, null),
    contacts: [{ id: 'b-1', name: 'Jane Doe', emails: ['jane@other.example'] }],
  }
  const mine = target('a', true, null, jane.address)
  const named = message({ forwarded: forwarded({ names: ['Jane Doe'] }) })
  expect(matchMessage(named, given(mine, twin)).kind).toBe('none')
  expect(matchMessage(named, given(mine, { ...twin, isMine: false }))).toMatchObject({ targetId: 'a' })
  expect(matchMessage(named, given({ ...mine, isMine: false })).kind).toBe('none')
  // The same person on two Targets is one person.
  expect(matchMessage(named, given(mine, target('c', true, '2026-01-01T00:00:00.000Z', jane.address)))).toMatchObject({
    targetId: 'c',
    otherTargetIds: ['a'],
  })
})

test('It suggests a new Target from an email that matches none', () => {
  expect(matchMessage(message({ from: stranger, to: [me], subject: 'Re: Offer' }), given())).toEqual({
    kind: 'none',
    newTarget: { company: 'Other Partners', contact: 'Peter Vance', contact_email: stranger.address, subject: 'Offer' },
  })
  expect(matchMessage(message({ forwarded: forwarded({ from: stranger }) }), given())).toMatchObject({
    newTarget: { contact: 'Peter Vance' },
  })
})

test('It never matches an automatic email', () => {
  const context = given(target('a', true, null, jane.address))
  expect(matchMessage(message({ from: jane, automatic: 'list' }), context)).toEqual({ kind: 'none', newTarget: null })
})

test('It compares an email with six thousand contacts in less than 100 ms', () => {
  const many = Array.from({ length: 3_000 }, (_, at) =>
    target(`t${at}`, true, null, `a.b${at}@acme-${at}.example`, `c${at}@acme-${at}.example`),
  )
  for (const { contacts } of many)
    for (const contact of contacts) contact.name = `Given Family${'abcdefghij'[contact.id.length % 10]}`
  const context = given(...many)
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const start = process.cpuUsage()
    expect(
      matchMessage(message({ to: [stranger], forwarded: forwarded({ names: ['Jane Doe'], from: jane }) }), context)
        .kind,
    ).toBe('none')
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
  }
  expect(best).toBeLessThan(100)
})
