import { expect, test } from 'vitest'
import { type OverlapRow, overlapPeople } from './overlapsContract.ts'

test('names a person once for several Targets in the overlap', () => {
  const member = (id: string, name: string, target_id: string) => ({ id, name, target_id })
  const members: OverlapRow['members'] = [
    member('dana', 'Dana Reyes', '1'),
    member('lee', 'Lee Park', '2'),
    member('dana', 'Dana Reyes', '3'),
    member('other', 'Dana Reyes', '4'),
  ]
  expect(overlapPeople({ members }).map((own) => [own[0]!.name, own.map(({ target_id }) => target_id)])).toEqual([
    ['Dana Reyes', ['1', '3']],
    ['Lee Park', ['2']],
    ['Dana Reyes', ['4']],
  ])
})
