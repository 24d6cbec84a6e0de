import { expect, test } from 'vitest'
import type { Graph } from '../contract.ts'
import { shownFor } from './useView.ts'

const types = { org: 'firm', group: 'group', user: 'user' } as const
const graph = (key: Graph['key'], id: string, groups: string[] = []): Graph => ({
  key,
  type: types[key],
  id,
  name: id,
  groups,
})

test("shows a person's group if the report can't show a single person", () => {
  const [org, tax, law] = [graph('org', 'firm'), graph('group', 'tax'), graph('group', 'law')]
  const lee = graph('user', 'lee', ['law'])
  expect(shownFor(lee, [org, tax, law, lee])).toBe(lee)
  expect(shownFor(lee, [org, tax, law])).toBe(law)
  expect(shownFor(lee, [org, tax])).toBe(org)
  expect(shownFor(lee, [])).toBeNull()
})
