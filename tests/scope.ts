// Assigns tests to runs. `npm test` skips those in `onlyInFull`, and `npm run test:all` runs everything.

/** Whether this run is `npm run test:all`. Tests with generated runs or kills then do more of them. */
export const isFull = process.env.TEST_ALL === '1'

/**
 * Whether this run is `npm test`. It skips what `onlyInFull` lists and browser tests without the tag `@everyCommit`. A
 * runner started directly runs what it's asked for.
 */
export const isEveryCommit = Boolean(process.env.PURSUIT_TEST_PIPE) && !isFull

/** Returns how many generated runs or rounds a test does: `few` in `npm test`, `many` in `npm run test:all`. */
export const runs = (few: number, many: number): number => (isFull ? many : few)

/** Tests that open their own databases, embedded ones and a PostgreSQL. They run once, in the project `embedded`. */
export const ownDatabases: string[] = [
  'tests/faults/{backup,disk,firstStart,starts}.server.test.ts',
  'tests/memory.server.test.ts',
]

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
  'tests/serverModel.server.test.ts',
  ...ownDatabases,
]

/** The ones that `npm test` only runs on PostgreSQL, because they start or await whole servers. */
export const embeddedOnlyInFull: string[] = [
  'core/server/work/work.server.test.ts',
  'tests/faults/kill.server.test.ts',
  'tests/serverModel.server.test.ts',
]

/**
 * `npm run test:all` also runs every server test on the embedded database, except these: they need several connections
 * or processes, count PostgreSQL operations, or make thousands of calls to shared code. Tests at the root of a
 * feature's folder do run there.
 */
export const onlyOnPostgres: string[] = [
  'features/*/*/**',
  'features/account/{rateLimits,lostPassword,races,signOnProviders}.server.test.ts',
  'tests/security/{bodies,fuzz}.server.test.ts',
  'tests/{plans,reportPlans,upkeepCost,viewerReports,reportFiles,forecastFiles,forecastPrivacy,security/sharing}.server.test.ts',
  'tests/faults/{digest,filing,forecasts,mailedReports,oldProcess,outgoing,pooler,reportWriters,rolling,schedulers,silentDatabase,standby,update,webhooks}.server.test.ts',
]

export const onlyInFull: string[] = [
  // Several processes, databases, or machines, and network failures between them.
  'tests/faults/{firmRestore,cluster,oldProcess,pooler,rolling,schedulers,silentDatabase,standby,update}.server.test.ts',
  // Servers killed while sending digests, reports, webhooks, and emails. `kill` isn't included.
  'tests/faults/{digest,filing,forecasts,mailedReports,outgoing,reportWriters,webhooks}.server.test.ts',
  // Hundreds of reads before and after.
  'tests/forecastPrivacy.server.test.ts',
  // An embedded database killed again and again, and everything that an OpenID provider can get wrong.
  'core/server/database/embedded/embedded.test.ts',
  'features/account/{signOnLies,signOnProviders}.server.test.ts',
  // Several servers that share work, sessions, and numbers of changes.
  'core/server/work/work.server.test.ts',
  'core/sync/server/feedSequences.server.test.ts',
  'features/account/instances.server.test.ts',
  // Full disks, broken backups, wrong settings at the start, and takeovers of long work.
  'tests/faults/{backup,disk,firstStart,starts,work}.server.test.ts',
  'app/demoMail.server.test.ts',
  // Many people who write or guess at the same moment.
  'features/account/{rateLimits,races}.server.test.ts',
  'features/insights/{digests,library}/writers.server.test.ts',
  'tests/faults/writers.server.test.ts',
  // The content of the demo firms, and a public CRM pipeline.
  'features/**/demo/*.server.test.ts',
  'tests/crmViewer.server.test.ts',
  // Ten thousand generated calls, and bodies of every shape and size.
  'tests/security/{bodies,fuzz}.server.test.ts',
  // Long matrices: every report format, plans of every query, many rows, thousands of people, and killed archives.
  'features/admin/imports/{importManyPeople,importKilled,peoplePlans}.server.test.ts',
  'features/admin/operator/{restoreFirms,restoreKilled,exportFirms,exportKilled}.server.test.ts',
  'tests/{growth,memory,plans,reportFiles,reportPages,reportPlans,upkeepCost,viewerReports}.server.test.ts',
  'features/admin/imports/{importFiles,importSums,workbook}.server.test.ts',
  'features/targets/{figures/activityTotals,reports/recomputed,score/scoreDays}.server.test.ts',
  // Large files and videos, what's left of a closed firm, and connections that are cut or slow.
  'core/server/files/uploads.server.test.ts',
  'core/server/database/postgres/postgres.server.test.ts',
  'features/admin/operator/server/checks.server.test.ts',
  'features/admin/programs/webhooks.server.test.ts',
  'features/insights/{digests/trouble,links/previews}.server.test.ts',
  'core/server/video/{hostedCopies,videos}.server.test.ts',
  'features/admin/operator/closing.server.test.ts',
  'features/targets/contacts/exporting.server.test.ts',
  // Long histories of generated calls, and who sees what after each of them.
  'tests/security/sharing.server.test.ts',
  'tests/serverModel.server.test.ts',
  // Guesses at the codes of emailed links, which wait for their limits.
  'features/account/lostPassword.server.test.ts',
  // Files and messages read by third-party tools from Debian.
  'features/touches/filing/postfix.server.test.ts',
  'core/server/outgoing/{mail,push,text}.server.test.ts',
  'features/insights/digests/mailPictures.server.test.ts',
  'core/server/reports/reports.test.ts',
  'features/account/server/myWorkbook.server.test.ts',
  'features/insights/digests/report.server.test.ts',
  'features/viewer/schedules/schedules.server.test.ts',
  // Mobile app: its pushes, and its projects through Android's and Gradle's tools.
  'core/server/outgoing/fcm.server.test.ts',
  'tests/mobile/**',
]
