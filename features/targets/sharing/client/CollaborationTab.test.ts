import { expect, test } from 'vitest'
import type { Collaborator } from '../../contract.ts'
import { collaboratorsOf } from './CollaborationTab.tsx'

const one = (share_id: string, response: Collaborator['response'] = 'accepted') =>
  ({ share_id, response }) as Collaborator
const listed = (...collaborators: Collaborator[]) => collaboratorsOf({ collaborators }).map((person) => person.share_id)

test('lists invited and accepted people, the latest share first and the owner last', () => {
  expect(listed(one('0'), one('9', 'pending'), one('10'), one('11', 'rejected'), one('12', 'revoked'))).toEqual([
    '10',
    '9',
    '0',
  ])
})

test('lists no one for a person alone on a target', () => {
  expect(listed(one('0'), one('9', 'revoked'))).toEqual([])
})
