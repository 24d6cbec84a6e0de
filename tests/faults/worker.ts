// A process that does long work as a server does, for tests that kill it. Prints 'ready', and 'did <n>' for each item
// once its batch is committed.
import { z } from 'zod'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { defineTask } from '#core/server/work/work.ts'

/** Items per batch. Each takes some milliseconds, long enough for a kill in the middle. */
const BATCH = 5

const database = await openDatabase({ url: process.env.WORKER_URL ?? '', poolSize: 3 })
const pieces = defineTask<{ key: string }>({
  name: 'test.killed',
  input: z.object({ key: z.string() }),
  key: ({ key }) => key,
  sizes: { first: BATCH, most: BATCH },
  due: async ({ pool }) => (await pool.query<{ key: string }>('select distinct key from pieces where times = 0')).rows,
  begin: async (_, { key }) => ({
    async next(size) {
      const done = await withoutRls(database, async (tx) => {
        const { rows } = await tx.sql<{ n: number }>`
          update pieces set times = times + 1, by = ${process.pid} where key = ${key} and n in
          (select n from pieces where key = ${key} and times = 0 order by n limit ${size}) returning n`
        await tx.sql`select pg_sleep(0.05)`
        return rows.map(({ n }) => n)
      })
      for (const n of done) console.log(`did ${n}`)
      return { done: done.length, isLeft: done.length === size }
    },
  }),
})
await startJobs(database, [], [], [pieces])
console.log('ready')
