// Which tests run where. `npm test` leaves out what `onlyInFull` lists, and `npm run test:all` runs everything.

/** Whether this run is `npm run test:all`. Tests with generated runs or kills then do more of them. */
export const isFull = process.env.TEST_ALL === '1'

/** Whether this run is `npm test`. It leaves out what `onlyInFull` lists and stories without the tag `@everyCommit`. A runner that is called by itself runs what it's asked for. */
export const isEveryCommit = Boolean(process.env.PURSUIT_TEST_PIPE) && !isFull

/** Returns how many generated runs or rounds a test does: `few` in `npm test`, `many` in `npm run test:all`. */
export const runs = (few: number, many: number): number => (isFull ? many : few)

/** Tests that open the databases they need by themselves, embedded ones and a PostgreSQL. They run once, in the project `embedded`. */
export const ownDatabases: string[] = ['tests/faults/{backup,disk,firstStart,starts}.server.test.ts']

/** Server tests run on PostgreSQL. These also run on the embedded database, because they depend on how it commits, locks, starts, or fails. */
export const alsoEmbedded: string[] = [
  'core/server/database/{database,schema}.server.test.ts',
  'core/server/database/embedded/*.server.test.ts',
  'core/server/http/conflicts.server.test.ts',
  'core/sync/server/feed.server.test.ts',
  'features/targets/onceOnly.server.test.ts',
  'core/server/work/work.server.test.ts',
  'features/admin/imports/importKilled.server.test.ts',
  'tests/faults/kill.server.test.ts',
  'tests/serverRuns.server.test.ts',
  ...ownDatabases,
]

/** Of these, the ones that `npm test` runs on PostgreSQL alone, because they start whole servers or wait for them. */
export const embeddedOnlyInFull: string[] = [
  'core/server/work/work.server.test.ts',
  'tests/faults/kill.server.test.ts',
  'tests/serverRuns.server.test.ts',
]

/**
 * `npm run test:all` runs every server test on the embedded database too, but for these: they need several connections or processes, count what
 * PostgreSQL does, or make thousands of calls to code that is the same on either. Of a feature's folders, what is found at its root runs there.
 */
export const onlyOnPostgres: string[] = [
  'features/*/*/**',
  'features/account/{guesses,lostPassword,races,signOnProviders}.server.test.ts',
  'tests/security/{bodies,fuzz}.server.test.ts',
  'tests/{plans,reportPlans,upkeepCost,viewerReports,reportFiles,security/sharing}.server.test.ts',
  'tests/faults/{digest,mailedReports,oldProcess,outgoing,pooler,reportWriters,rolling,schedulers,silentDatabase,standby,update,webhooks}.server.test.ts',
]

export const onlyInFull: string[] = [
  // Several processes, databases, or machines, and faults of the network between them.
  'tests/faults/{bring,cluster,oldProcess,pooler,rolling,schedulers,silentDatabase,standby,update}.server.test.ts',
  // Servers killed while digests, reports, webhooks, and emails leave. `kill` stays.
  'tests/faults/{digest,mailedReports,outgoing,reportWriters,webhooks}.server.test.ts',
  // Full disks, broken backups, wrong settings at start, and long work that another process takes over.
  'tests/faults/{backup,disk,firstStart,starts,work}.server.test.ts',
  'app/demoMail.server.test.ts',
  // Many people who write or guess at the same moment.
  'features/account/{guesses,races}.server.test.ts',
  'features/insights/{digests,library}/writers.server.test.ts',
  'tests/faults/writers.server.test.ts',
  // The content of the demo firms, and a public CRM pipeline.
  'features/**/demo/*.server.test.ts',
  'tests/crmViewer.server.test.ts',
  // Ten thousand odd calls.
  'tests/security/fuzz.server.test.ts',
  // Long matrices: every report as every file, plans of every query, growth to many rows, thousands of people, archives killed in the middle.
  'features/admin/imports/{importManyPeople,importKilled,peoplePlans}.server.test.ts',
  'features/admin/operator/{bringFirms,bringKilled,exportFirms,exportKilled}.server.test.ts',
  'tests/{growth,plans,reportFiles,reportPages,reportPlans,upkeepCost,viewerReports}.server.test.ts',
  // Files and messages read by programs that others wrote, which Debian has.
  'core/server/outgoing/push.server.test.ts',
  'core/server/reports/reports.test.ts',
  'features/account/server/myWorkbook.server.test.ts',
  'features/insights/digests/report.server.test.ts',
  'features/viewer/schedules/schedules.server.test.ts',
  // The phone wrapper: its pushes, and its projects through Android's and Gradle's tools.
  'core/server/outgoing/fcm.server.test.ts',
  'tests/mobile/**',
]
