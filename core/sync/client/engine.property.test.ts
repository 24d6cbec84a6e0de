import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targetServer, targetSubject } from '#tests/targetRuns.ts'
import { aRun, play } from './runs.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 500)

test('no saved action is lost, doubled or out of order, and all views equal the server at the end', {
  timeout: 3_600_000,
}, async () => {
  const subject = targetSubject(async () => targetServer())
  const seed = process.env.PROPERTY_SEED ? Number(process.env.PROPERTY_SEED) : undefined
  const result = await fc.check(
    fc.asyncProperty(aRun(), (run) => play(run, subject)),
    { numRuns, ...(seed !== undefined && { seed }) },
  )
  expect(result.failed ? fc.defaultReportMessage(result) : '').toBe('')
})
