import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/scope.ts'
import { fixtureServer, fixtureSubject } from '../testing/fixtureSubject.ts'
import { play } from '../testing/playing.ts'
import { aRun, seeded } from '../testing/runs.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? runs(20, 500))

test('keeps every saved action once and in order, and all views end equal to the server', {
  timeout: 3_600_000,
}, async () => {
  const subject = fixtureSubject(async () => fixtureServer())
  const result = await fc.check(
    fc.asyncProperty(aRun(), (run) => play(run, subject)),
    { numRuns, includeErrorInReport: true, ...seeded },
  )
  expect(result.failed ? fc.defaultReportMessage(result) : '').toBe('')
})
