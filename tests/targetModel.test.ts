// Runs the Tracker's own rules in the engine's model-based tests, against an in-memory server.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { play } from '#core/sync/testing/playing.ts'
import { aRun, seeded } from '#core/sync/testing/runs.ts'
import { runs } from './scope.ts'
import { sharedSubject } from './sharedModel.ts'
import { sharedServer } from './sharedServer.ts'
import { dana, lee, targetServer, targetSubject } from './targetModel.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? runs(20, 500))

test('loses, doubles, and reorders no saved action, and all views equal the server at the end', {
  timeout: 3_600_000,
}, async () => {
  const subject = targetSubject(async () => targetServer())
  const result = await fc.check(
    fc.asyncProperty(aRun(), (run) => play(run, subject)),
    { numRuns, includeErrorInReport: true, ...seeded },
  )
  expect(result.failed ? fc.defaultReportMessage(result) : '').toBe('')
})

test('keeps each person’s view equal to the server through shares, undo, and handovers', {
  timeout: 3_600_000,
}, async () => {
  const done = new Map<string, number>()
  const subject = sharedSubject(async () => sharedServer([dana, lee], done), [dana, lee])
  const holds = async (count: number, seed: { seed?: number }) => {
    const result = await fc.check(
      fc.asyncProperty(aRun(), (run) => play(run, subject)),
      { numRuns: count, includeErrorInReport: true, ...seed },
    )
    expect(result.failed ? fc.defaultReportMessage(result) : '').toBe('')
  }
  const names = ['shareTarget', 'acceptShare', 'rejectShare', 'revokeShare', 'handOverTarget', 'writeNote']
  const hasMet = (name: string) => (done.get(name) ?? 0) > numRuns / 50
  await holds(numRuns, seeded)
  // A few runs can miss rare events, so runs continue until each kind has happened.
  for (let played = numRuns; played < 100 && !names.every(hasMet); played += 5) await holds(5, { seed: played })
  if (process.env.PROPERTY_RUNS) console.log(Object.fromEntries(done))
  // Without any interaction between people, the runs would prove nothing.
  for (const name of names) expect([name, hasMet(name)]).toEqual([name, true])
})
