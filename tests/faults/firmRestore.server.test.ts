// Covers the command that restores a firm: beside a running server where the database allows it, resumed after a kill,
// and rejected.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FirmArrival, firmRestoreEndpoints } from '#features/admin/operator/firmRestoreContract.ts'
import { isOnCluster, makePostgresDatabase } from '#tests/database.ts'
import { anOperatorsHouse, type OperatorsHouse } from '#tests/operatorServer.ts'
import { startProcess } from './killable.ts'

const ROWS = 20_000

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

let archive: string
let firm: string
let to: OperatorsHouse
let isOnPostgres: boolean
/** Releases the row in the middle that waits. */
let release = async () => {}
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-bring-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  const from = await anOperatorsHouse({ rows: ROWS })
  cleanUp.push(from.end)
  firm = from.firm
  archive = join(folder, 'killed-and-co.tar.gz')
  writeFileSync(archive, await from.exported())
  await from.stop()
  const postgres = await makePostgresDatabase()
  if (postgres) cleanUp.push(postgres.drop)
  isOnPostgres = postgres !== null
  to = await anOperatorsHouse({ rows: 0, url: postgres?.url })
  cleanUp.push(to.end)
  if (postgres && !(await isOnCluster())) release = await holdInTheMiddle(postgres.url)
  cleanUp.push(() => release())
}, 300_000)

/** Makes the row in the middle wait, because a fast machine would write all rows before the test looks. */
async function holdInTheMiddle(url: string): Promise<() => Promise<void>> {
  await to.query(`create function wait_in_the_middle() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger wait_in_the_middle before insert on audit_log for each row when (new.subject = 'Line ${ROWS / 2}') execute function wait_in_the_middle()`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  return () => client.end()
}

function command(file: string, environment: Record<string, string> = {}) {
  const running = startProcess('tools/firmRestore.ts', { ...to.environment, ...environment }, [file])
  cleanUp.push(() => running.end('SIGKILL'))
  return running
}
/** Returns its exit code and all of its output. */
async function outcome({ child, said }: ReturnType<typeof command>): Promise<[number | null, string]> {
  await expect.poll(() => child.exitCode ?? child.signalCode, { timeout: 120_000 }).not.toBeNull()
  return [child.exitCode, said.join('\n').trim()]
}
const lines = () =>
  to.query(
    `select count(*)::int as lines, count(distinct subject)::int as subjects, (select count(*)::int from files) as files,
      (select suspended_at is null from orgs where id = '${firm}') as "isOpen" from audit_log where org_id = '${firm}' and action = 'test.filled'`,
  )

test('resumes after a kill and after a stop signal, and restores every row once', async () => {
  if (!isOnPostgres) {
    expect(await outcome(command(archive))).toEqual([
      1,
      expect.stringMatching(/^Pursuit is using this data directory\. Import the firm under Admin, Firms\./),
    ])
    await to.stop()
  }
  const first = command(archive)
  await first.until('Reading ')
  await first.until('Killed & Co: ')
  await first.end('SIGKILL')
  const second = command(archive)
  await second.until('This archive is already being imported. Resuming.')
  await second.until('Killed & Co: ')
  await release()
  second.child.kill('SIGTERM')
  const [code, said] = await outcome(second)
  // The server can have finished the restore by then.
  if (code !== 0) {
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(
        /Stopped\. A running server continues the import, and so does running this command again\./,
      ),
    ])
    const [last, words] = await outcome(command(archive))
    if (last !== 0) expect(words).toContain('Killed & Co is already on this server.')
  }
  if (isOnPostgres) {
    const { arrivals } = await to.call<{ arrivals: FirmArrival[] }>(firmRestoreEndpoints.arrivals)
    expect(arrivals.filter(({ state }) => state === 'done')).toMatchObject([{ asked_by: 'The command line' }])
  }
  expect(await lines()).toEqual([{ lines: ROWS, subjects: ROWS, files: 0, isOpen: true }])
}, 300_000)

test('rejects an unsuitable file with a message and an exit code, and stores nothing of it', async () => {
  const refused = async (file: string, sentence: string | RegExp, environment: Record<string, string> = {}) => {
    const [code, said] = await outcome(command(file, environment))
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
    expect(said).not.toMatch(/\n\s+at /)
  }
  await refused(archive, 'Killed & Co is already on this server. Delete it first to import it again.')
  const other = join(to.directory, 'other.tar.gz')
  writeFileSync(other, 'no archive at all')
  await refused(other, 'This archive can’t be read: ')
  await refused(join(to.directory, 'nothing.tar.gz'), /^The file .+nothing\.tar\.gz doesn’t exist\.$/)
  const empty = join(to.directory, 'empty')
  await refused(archive, `There’s no database in ${empty}.`, { DATABASE_URL: '', PURSUIT_DATA: empty })
  const noOne = startProcess('tools/firmRestore.ts', to.environment)
  cleanUp.push(() => noOne.end('SIGKILL'))
  expect(await outcome(noOne)).toEqual([1, 'Name the file: npm run firm:restore -- FILE.tar.gz'])
  expect(await lines()).toEqual([{ lines: ROWS, subjects: ROWS, files: 0, isOpen: true }])
}, 300_000)
