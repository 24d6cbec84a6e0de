// A process that keeps the day's facts of all firms again and again, as the scheduled job of a server does, for tests that
// kill it. Prints 'ready' before the first time, and 'kept' after each.
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '#core/server/database/open.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { keepForecasts } from '#features/pipeline/forecast/server/snapshots.ts'

const database = await openDatabase({ url: process.env.KEEPER_URL ?? '', poolSize: 3 })
const jobs = await startJobs(database, [keepForecasts])
console.log('ready')
for (;;) {
  await jobs.runNow(keepForecasts.name)
  console.log('kept')
  await setTimeout(5)
}
