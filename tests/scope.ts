// Which tests run where. `npm test` leaves out what `onlyInFull` lists, and `npm run test:all` runs everything.

/** Whether this run is `npm run test:all`. Tests with generated runs or kills then do more of them. */
export const isFull = process.env.TEST_ALL === '1'

/** Returns how many generated runs or rounds a test does in `npm test`, and in `npm run test:all`. */
export const runs = (few: number, many: number): number => (isFull ? many : few)

/** Server tests run on PostgreSQL. These also run on the embedded database, because they depend on how it commits, locks, starts, or fails. */
export const alsoEmbedded: string[] = [
  'core/server/database/*.server.test.ts',
  'core/server/database/embedded/*.server.test.ts',
  'core/server/work/work.server.test.ts',
  'core/server/http/conflicts.server.test.ts',
  'core/sync/server/feed.server.test.ts',
  'features/targets/onceOnly.server.test.ts',
  'features/admin/imports/importKilled.server.test.ts',
  'tests/faults/{backup,disk,firstStart,kill,starts}.server.test.ts',
  'tests/serverRuns.server.test.ts',
]

/** Long tests, and those that need programs beyond Chromium and PostgreSQL. */
export const onlyInFull: string[] = []
