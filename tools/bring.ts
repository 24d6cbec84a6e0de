// `npm run firm:restore -- FILE.tar.gz`: brings a firm here from the archive of its export on another server, as Admin, Firms does. The server may run where
// the database is a PostgreSQL. What is stopped or killed in between is gone on with by the server, or by the same command.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { features } from '#app/features.ts'
import { Refusal } from '#core/contract/errors.ts'
import { CannotStart } from '#core/server/cannotStart.ts'
import { type Config, readConfig } from '#core/server/config.ts'
import { attach } from '#core/server/database/attached.ts'
import { DirectoryInUse } from '#core/server/database/embedded/lock.ts'
import { asSystem, inFirm, isUnavailable } from '#core/server/database/firm.ts'
import { compareMigrations } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { sayIfFull } from '#core/server/files/bucket.ts'
import { removeWritten } from '#core/server/files/removeWritten.ts'
import { openFilesOf } from '#core/server/files/settings.ts'
import { type Files, filesOf } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { keyOf } from '#core/server/installationKey.ts'
import { makeDirectory } from '#core/server/makeDirectory.ts'
import { openSecretBox } from '#core/server/secretBox.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { wake } from '#core/server/work/work.ts'
import type { FirmArrival } from '#features/admin/operator/arrivalContract.ts'
import { arrivalOf, arrivalsOf, beginArrival } from '#features/admin/operator/server/arrivals.ts'
import { archiveKind, arrivals } from '#features/admin/operator/server/bringFirms.ts'
import { namedFile, runCommand } from './archive.ts'

/** Milliseconds between two looks at how far it is, and between two lines that say so. */
const LOOK_EVERY = 250
const SAY_EVERY = 2000
/** As operators see who asked for it. */
const ASKED_BY = 'The command line'

type Say = (line: string) => void

/** Answers what came; throws a sentence where nothing did, or where it was told to stop. */
export async function bring(config: Config, given: string, say: Say, signal: AbortSignal): Promise<string> {
  const path = resolve(given)
  if (!existsSync(path)) throw new CannotStart(`The file ${path} doesn’t exist.`)
  const database = await open(config)
  try {
    await refuseUnfit(database)
    const key = await keyOf(database, { secret: config.secret, directory: config.directory })
    const product = composeFeatures(features, { box: openSecretBox(key), siteUrl: () => config.url ?? null })
    openFilesOf(database, config.files, config.directory, product.files)
    attach(database, product)
    const orgId = await operatorsOf(database)
    const id = await begin(database, orgId, path, say)
    const jobs = await startJobs(
      database,
      [],
      [],
      product.work.filter(({ name }) => name === arrivals.name),
    )
    wake(arrivals)
    try {
      return await follow(database, { orgId, id }, say, signal)
    } finally {
      await jobs.stop()
    }
  } catch (error) {
    throw error instanceof Refusal ? new CannotStart(error.message) : error
  } finally {
    await database.close()
  }
}

async function open({ databaseUrl: url, databaseDirectUrl: directUrl, directory }: Config): Promise<Database> {
  const isThere = url || existsSync(join(directory, 'database'))
  if (!isThere)
    throw new CannotStart(`There is no database in ${directory}. Set PURSUIT_DATA to the folder of the server.`)
  makeDirectory(directory)
  try {
    return await openDatabase(url ? { url, directUrl, poolSize: 4 } : { directory: join(directory, 'database') })
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    throw new CannotStart(
      'Pursuit is using this data directory. Import the firm under Admin, Firms. Or stop Pursuit, run the command again, and restart it.',
    )
  }
}

/** It is the server that brings a database up to date. */
async function refuseUnfit(database: Database): Promise<void> {
  const { missing, newer } = await compareMigrations(database).catch((error) => {
    if (error.code === '42P01') throw new CannotStart('This database isn’t set up. Start Pursuit first.')
    throw error
  })
  if (missing.length > 0)
    throw new CannotStart('This database belongs to an older version. Start this version of Pursuit first.')
  if (newer.length > 0)
    throw new CannotStart('This database belongs to a newer version. Run the command from that version.')
}

async function operatorsOf(database: Database): Promise<string> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ org_id: string }>`select org_id from users where role = 'operator' order by id limit 1`.execute(tx),
  )
  if (rows[0]) return rows[0].org_id
  throw new CannotStart('This server has no operator yet. Start Pursuit and set it up first.')
}

/** Puts the archive where the server keeps files, unless it is coming already. Answers the arrival's id. */
async function begin(database: Database, orgId: string, path: string, say: Say): Promise<string> {
  const files = filesOf(database)
  const copy = await copied(files, path)
  const going = await inFirm(database, orgId, (tx) => arrivalOf(tx, copy.sha256), { isQuiet: true })
  if (going) {
    await copy.discard()
    say('This archive is already being imported. Resuming.')
    return going
  }
  say(`Reading ${path}…`)
  const placed = await files.place(orgId, archiveKind, copy)
  return files.change(orgId, [placed], async ({ tx, keep }) => {
    await keep(placed, null)
    return beginArrival(tx, { org: { id: orgId } }, placed, ASKED_BY)
  })
}

/** What is placed is moved there: the archive itself stays where it is. */
async function copied({ waiting }: Files, path: string) {
  makeDirectory(waiting)
  const copy = join(waiting, newId())
  const file = createWriteStream(copy)
  const discard = () => removeWritten(file)
  const hash = createHash('sha256')
  try {
    await pipeline(
      createReadStream(path),
      async function* (pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          hash.update(piece)
          yield piece
        }
      },
      file,
    )
  } catch (error) {
    await discard()
    throw sayIfFull(error)
  }
  const { size: bytes } = await stat(copy)
  const type = 'application/octet-stream' as const
  return { path: copy, name: basename(path), type, bytes, sha256: hash.digest(), discard }
}

async function follow(
  database: Database,
  { orgId, id }: { orgId: string; id: string },
  say: Say,
  signal: AbortSignal,
): Promise<string> {
  const began = performance.now()
  let said = 0
  let last = ''
  for (;;) {
    if (signal.aborted)
      throw new CannotStart(
        'Stopped. A running server continues the import, and so does running this command again. To roll it back, go to Admin, Firms.',
      )
    const now = await inFirm(database, orgId, async (tx) => (await arrivalsOf(tx, id))[0], { isQuiet: true }).catch(
      (error) => {
        if (isUnavailable(error)) return null
        throw error
      },
    )
    if (now === undefined) throw new CannotStart('This import no longer exists.')
    if (now?.finished_at) return outcomeOf(now, performance.now() - began)
    const line = now ? progressOf(now) : ''
    if (line !== last && performance.now() - said >= SAY_EVERY) {
      say(line)
      last = line
      said = performance.now()
    }
    await wait(LOOK_EVERY)
  }
}

const counted = (amount: number) => amount.toLocaleString('en-US')

function progressOf({ state, firm_name, done, total }: FirmArrival): string {
  if (state === 'reading') return ''
  const what = `${firm_name}: ${counted(done)} of ${counted(total)} records and files`
  return state === 'undoing' ? `Rolling back ${firm_name}…` : `${what}.`
}

function outcomeOf({ state, firm_name, total, left_out, problem }: FirmArrival, milliseconds: number): string {
  if (state !== 'done') throw new CannotStart(problem || 'The import was stopped. Nothing was kept.')
  return [
    `Imported ${firm_name}: ${counted(total)} records and files in ${Math.max(1, Math.round(milliseconds / 1000))} s.`,
    ...left_out.map((sentence) => `Not imported: ${sentence}`),
    'People must choose new passwords. Devices, authenticator apps, SSO, and domains must be set up again.',
  ].join('\n')
}

if (import.meta.main) {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  await runCommand(() => bring(readConfig(process.env), namedFile('firm:restore'), console.log, stopping.signal))
}
