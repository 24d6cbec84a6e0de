// Tests that a job that always fails doesn't block other jobs, and that operators see the reason.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Jobs, startJobs, trigger } from '#core/server/work/jobs.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type Health, operatorRoutes as routes } from './contract.ts'

let api: Api
let olive: Client
let jobs: Jobs
const done: string[] = []
beforeAll(async () => {
  api = await openApi()
  olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
  const never = '0 0 1 1 *'
  jobs = await startJobs(api.database, [
    { name: 'toy-fails', cron: never, run: () => Promise.reject(new Error('The mail server has moved.')) },
    { name: 'toy-works', cron: never, run: async () => void done.push('works') },
  ])
})
afterAll(async () => {
  await jobs.stop()
  await api.close()
})

test('runs other jobs beside one that always fails, and shows operators its error', async () => {
  for (let round = 1; round <= 3; round++) {
    await trigger(api.database, 'toy-fails')
    await trigger(api.database, 'toy-works')
    await expect.poll(() => done.length).toBe(round)
  }
  const stateOf = async () => {
    const { body } = await olive.call<Health>(routes.health)
    return body.jobs.find(({ name }) => name === 'toy-fails')
  }
  await expect.poll(async () => (await stateOf())?.failed ?? 0).toBeGreaterThanOrEqual(1)
  expect(await stateOf()).toMatchObject({ last: { state: 'failed', problem: 'The mail server has moved.' } })
})
