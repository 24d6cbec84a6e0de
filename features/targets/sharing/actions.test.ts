import { expect, test } from 'vitest'
import { type Context, isTemporary, type Refusal, temporaryId } from '#core/sync/protocol.ts'
import type { Target } from '../contract.ts'
import { asksForStep } from '../facts.ts'
import { createTarget } from '../forms/actions.ts'
import { archiveTarget, completeTarget, pursueTarget } from '../outcome/actions.ts'
import { aTarget } from '../samples.ts'
import { acceptShare, handOverTarget, hasLeft, isListed, revokeShare, shareTarget } from './actions.ts'

const dana = { id: 'dana', first_name: 'Dana', last_name: 'Reyes', role: 'member' as const }
const lee = { user_id: 'lee', first_name: 'Lee', last_name: 'Okafor' }
let made = 0
const context = (actor: Context['actor'] = dana): Context => ({
  actor,
  now: '2026-11-21T18:00:00Z',
  zone: 'America/Los_Angeles',
  key: 'key',
  newId: () => temporaryId(`key${++made}`),
})
const fresh = (): Target => createTarget.decide(null, aTarget(), context()).row!
const shared = (row = fresh()): Target => shareTarget.decide(row, { id: row.id, ...lee }, context()).row!
const sentenceOf = (decide: () => unknown): string => {
  try {
    decide()
    return ''
  } catch (refusal) {
    return (refusal as Refusal).message
  }
}

test("replaces a share's temporary ID with the server's in later requests", () => {
  const row = shared()
  const [asked] = row.collaborators
  expect(isTemporary(asked!.share_id)).toBe(true)
  const confirmed = { ...row, collaborators: [{ ...asked!, share_id: '0190aaaa-0000-7000-8000-000000000001' }] }
  expect(revokeShare.request({ id: row.id, user_id: 'lee' }, confirmed)).toMatchObject({
    params: { id: '0190aaaa-0000-7000-8000-000000000001' },
  })
})

test('sends one invitation after sharing, canceling, and sharing again while offline', () => {
  const row = shared()
  const back = revokeShare.decide(row, { id: row.id, user_id: 'lee' }, context()).row!
  expect(back.collaborators.filter(isListed).map(({ user_id }) => user_id)).toEqual(['dana'])
  const again = shared(back)
  expect(again.collaborators.map(({ user_id, response }) => [user_id, response])).toEqual([
    ['lee', 'pending'],
    ['dana', 'accepted'],
  ])
})

test("doesn't invite a person twice and names them in the message", () => {
  const row = shared()
  expect(sentenceOf(() => shared(row))).toBe('You have already shared this target with Lee Okafor')
  const view = { ...row, user_id: 'lee', shared: 'accepted' as const }
  const owner = { id: row.id, user_id: 'dana', first_name: 'Dana', last_name: 'Reyes' }
  const asLee = { id: 'lee', first_name: 'Lee', last_name: 'Okafor', role: 'member' as const }
  expect(sentenceOf(() => shareTarget.decide(view, owner, context(asLee)))).toBe(
    'You have already shared this target with Dana Reyes',
  )
})

test("removes the previous owner after a hand-over, which they can't repeat", () => {
  const row = fresh()
  const handed = handOverTarget.decide(row, { id: row.id, ...lee }, context()).row!
  expect([handed.owner_id, handed.owner, hasLeft(handed)]).toEqual(['lee', 'Lee Okafor', true])
  expect(handed.tasks.map(({ user_id }) => user_id)).toEqual(['lee'])
  expect(sentenceOf(() => handOverTarget.decide(handed, { id: row.id, ...lee }, context()))).toBe(
    'No target found with the specific id.',
  )
})

test('accepts one response per invitation', () => {
  const row = { ...shared(), user_id: 'lee', shared: 'pending' as const }
  const asLee = context({ id: 'lee', first_name: 'Lee', last_name: 'Okafor', role: 'member' })
  const accepted = acceptShare.decide(row, { id: row.id }, asLee).row!
  expect([accepted.shared, accepted.due]).toEqual(['accepted', '2026-11-28'])
  expect(sentenceOf(() => acceptShare.decide(accepted, { id: row.id }, asLee))).toBe(
    'This invitation was already answered or canceled.',
  )
})

test("drops only the collaborator's own step on hold, and asks for one on resuming", () => {
  const lees: Context['actor'] = { id: 'lee', first_name: 'Lee', last_name: 'Okafor', role: 'member' }
  const invited = { ...shared(), user_id: 'lee', shared: 'pending' as const, due: null }
  const accepted = acceptShare.decide(invited, { id: 'x' }, context(lees)).row!
  const held = archiveTarget.decide(accepted, { id: 'x' }, context(lees)).row!
  const { row, events } = pursueTarget.decide(held, { id: 'x' }, context(lees))
  const open = row!.tasks.filter(({ done }) => done === 'incomplete')
  expect(open.map(({ user_id, description }) => [user_id, description])).toEqual([
    ['dana', 'Send the draft engagement letter'],
  ])
  expect(events[0]!.data).toMatchObject({ dropped: ['Identify next steps'] })
  expect(row).toMatchObject({ phase: 'reactivated', due: null })
  expect([asksForStep(row!), asksForStep({ ...row!, user_id: 'dana' })]).toEqual([true, false])

  const won = completeTarget.decide(accepted, { id: 'x', revenue: 5 }, context(lees)).row!
  const again = pursueTarget.decide(won, { id: 'x' }, context(lees)).row!
  expect(again.tasks.filter(({ done }) => done === 'incomplete').map(({ user_id }) => user_id)).toEqual(['lee'])
})
