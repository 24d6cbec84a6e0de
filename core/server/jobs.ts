// Work that is due by the clock. Claimed in the database, so that of many processes one does it.
import { PgBoss } from 'pg-boss'
import type { Database } from './database/open.ts'

export type Job = {
  /** For ever, as route names are: what is scheduled under it may be waiting. */
  name: string
  /** Minute, hour, day, month, weekday; in UTC. */
  cron: string
  run: (database: Database) => Promise<void>
}

export type Jobs = {
  /** Does a job now, without waiting for its time. */
  runNow: (name: string) => Promise<void>
  stop: () => Promise<void>
}

const LOOK_EVERY_SECONDS = 30

export async function startJobs(database: Database, jobs: Job[]): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    schema: 'jobs',
    ...(database.kind === 'embedded' && { backend: 'pglite' as const }),
  })
  boss.on('error', (error) => console.error('A job could not be looked after:', error))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: 'singleton' })
    await boss.schedule(job.name, job.cron, null, { tz: 'UTC', retryLimit: 3, retryDelay: 60, retryBackoff: true })
    await boss.work(job.name, { pollingIntervalSeconds: LOOK_EVERY_SECONDS }, () => job.run(database))
  }
  return {
    async runNow(name) {
      const job = jobs.find((one) => one.name === name)
      if (!job) throw new Error(`There is no job ${name}.`)
      await job.run(database)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
