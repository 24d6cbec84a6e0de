import { expect, test } from 'vitest'
import type { Graph, Viewer } from '../contract.ts'
import { peopleReport } from './reportGroups.ts'

const dana: Graph = { id: 'dana', key: 'user', type: 'user', name: 'Dana Reyes', groups: [] }
const viewerOf = (...codes: string[]) =>
  ({ reports: codes.map((code) => ({ code })), graphs: [dana] }) as unknown as Viewer

test('resolves ?peopleTarget to the people, or to the Targets of the named person', () => {
  const viewer = viewerOf('overview', 'people')
  expect(peopleReport(viewer, '')).toBe('/viewer/pipeline/people')
  expect(peopleReport(viewer, 'dana')).toBe('/viewer/pipeline/people/dana')
  expect(peopleReport(viewer, 'somebody')).toBe('/viewer/pipeline/people')
  expect(peopleReport(viewerOf('digests'), 'dana')).toBeUndefined()
})
