import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import {
  alsoEmbedded,
  embeddedOnlyInFull,
  isEveryCommit,
  isFull,
  onlyInFull,
  onlyOnPostgres,
  ownDatabases,
} from './tests/scope.ts'

/**
 * `PURSUIT_TEST_DATABASE` is the URL of a PostgreSQL server or of the coordinator of a Citus cluster. On Citus, each
 * test's database is created on every node and distributed.
 */
if (process.env.PURSUIT_TEST_DATABASE) process.env.TEST_DATABASE_URL = process.env.PURSUIT_TEST_DATABASE

const leftOut = isEveryCommit ? onlyInFull : []
const everyServerTest = '{core,features,app,tools,tests}/**/*.server.test.ts'
const onEmbedded = isFull ? [...alsoEmbedded, ...globSync(everyServerTest, { exclude: onlyOnPostgres })] : alsoEmbedded

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Importing the product takes longer than most test files run, so each worker imports it once.
    isolate: false,
    // Many tests wait for a server to stop or a pause to pass. A third worker uses the time that two leave idle.
    maxWorkers: 3,
    passWithNoTests: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 25_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{core,features,app,tools,tests,bench}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', '**/*.server.test.ts', ...leftOut],
          setupFiles: './tests/leaveAsFound.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [everyServerTest],
          exclude: [...ownDatabases, ...leftOut],
          globalSetup: './tests/onPostgres.ts',
          setupFiles: ['./tests/frozenPrototype.ts', './tests/leaveAsFound.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: onEmbedded,
          exclude: isEveryCommit ? [...leftOut, ...embeddedOnlyInFull] : [],
          env: { TEST_DATABASE_URL: '' },
          setupFiles: ['./tests/frozenPrototype.ts', './tests/leaveAsFound.ts'],
        },
      },
    ],
  },
})
