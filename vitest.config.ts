import { defineConfig } from 'vitest/config'
import { testFiles } from './tools/testFiles.ts'

/** A PostgreSQL, or the coordinator of a Citus cluster: there each test's database is made on every node, and spread by `npm run distribute`. */
if (process.env.PURSUIT_TEST_DATABASE) process.env.TEST_DATABASE_URL = process.env.PURSUIT_TEST_DATABASE

const { unit, server } = testFiles()
/** What mail, files, passwords, pages and the demo do is the same on either database, and takes its time; backups, starts and disks bring the databases they need: played once. */
const onceIsEnough = [
  'app/demoMail.test.ts',
  'features/account/{instances,signOnLies}.test.ts',
  'core/server/files/*.test.ts',
  'core/server/outgoing/{mail,text,push,fcm,demoPage}.test.ts',
  'tests/faults/{backup,disk,firstStart,starts}.test.ts',
]
/**
 * Thousands of calls or rows, the plans of queries, mails and webhooks through a server that is killed: played on PostgreSQL alone, where they cost half.
 * Every report in every file is the same statement on either, and its files are drawn by the same code.
 * What two logins do to each other at the same moment shows there most: the embedded database has one connection. Bodies, workbooks and the answers of sign-on providers are read by the same code on either.
 * Several processes, the first Pursuit's, and a database behind an address have no other.
 * The embedded engine is PostgreSQL as well: it plays what the house does, what is found at the root of a feature, and every call once (tests/security/tenancy), which shows one that waits for a second
 * connection; the parts of features are played where there are several.
 */
const onPostgresAlone = [
  'features/*/*/**',
  'features/account/{guesses,lostPassword,races,signOnProviders}.test.ts',
  'tests/security/bodies.test.ts',
  'tests/{plans,reportPlans,upkeepCost,viewerReports,reportFiles,security/sharing}.test.ts',
  'tests/faults/{digest,mailedReports,oldProcess,outgoing,pooler,reportWriters,rolling,schedulers,silentDatabase,standby,update,webhooks}.test.ts',
]
/** A new unit test is found by its pattern, so that a watching run sees it too. */
const everyTest = '{core,features,app,tools,tests,bench}/**/*.test.{ts,tsx}'

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Two stages run side by side, and PostgreSQL’s is the longer one.
    maxWorkers: process.env.TEST_DATABASE_URL ? 3 : 2,
    passWithNoTests: true,
    globalSetup: './tests/programs.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What follows later comes in its time on a busy machine too.
    expect: { poll: { timeout: 25_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: unit.length ? [everyTest] : [], exclude: ['node_modules/**', ...server] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles: './tests/frozenPrototype.ts',
          include: server,
          exclude: process.env.TEST_DATABASE_URL ? onceIsEnough : onPostgresAlone,
        },
      },
    ],
  },
})
