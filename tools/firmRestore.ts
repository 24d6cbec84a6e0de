// `npm run firm:restore -- FILE.tar.gz` restores a firm from an export of another server. With PostgreSQL the server can be
// running. The server or the same command resumes an interrupted restore.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { features } from '#app/features.ts'
import { Refusal } from '#core/contract/errors.ts'
import { type Config, readConfig } from '#core/server/config.ts'
import { DirectoryInUse } from '#core/server/database/embedded/lock.ts'
import { isUnavailable } from '#core/server/database/failures.ts'
import { compareMigrations } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { reportIfFull } from '#core/server/files/bucket.ts'
import { removeWritten } from '#core/server/files/removeWritten.ts'
import { openFilesOf } from '#core/server/files/settings.ts'
import { type Files, filesOf } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { readInstallationKey } from '#core/server/installationKey.ts'
import { makeDirectory } from '#core/server/makeDirectory.ts'
import { openSecretBox } from '#core/server/secretBox.ts'
import { provide } from '#core/server/services.ts'
import { StartupError } from '#core/server/startupError.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { wake } from '#core/server/work/work.ts'
import type { FirmArrival } from '#features/admin/operator/firmRestoreContract.ts'
import { beginArrival, firmRestoreOf, firmRestoresOf } from '#features/admin/operator/server/firmRestores.ts'
import { archiveKind, firmRestoreHandlers } from '#features/admin/operator/server/restoreFirms.ts'
import { namedFile, runCommand } from './archive.ts'

/** Milliseconds between progress checks, and between progress lines. */
const LOOK_EVERY = 250
const SAY_EVERY = 2000
/** Shown to operators as the person who started it. */
const ASKED_BY = 'The command line'

type Say = (line: string) => void

/** Returns a summary. Throws a sentence when nothing was restored or the command was stopped. */
export async function bring(config: Config, given: string, say: Say, signal: AbortSignal): Promise<string> {
  const path = resolve(given)
  if (!existsSync(path)) throw new StartupError(`The file ${path} doesn’t exist.`)
  const database = await open(config)
  try {
    await refuseUnfit(database)
    const key = await readInstallationKey(database, { secret: config.secret, directory: config.directory })
    const product = composeFeatures(features, { box: openSecretBox(key), siteUrl: () => config.url ?? null })
    openFilesOf(database, config.files, config.directory, product.files)
    provide(database, product)
    const orgId = await operatorsOf(database)
    const id = await begin(database, orgId, path, say)
    const jobs = await startJobs(
      database,
      [],
      [],
      product.work.filter(({ name }) => name === firmRestoreHandlers.name),
    )
    wake(firmRestoreHandlers)
    try {
      return await follow(database, { orgId, id }, say, signal)
    } finally {
      await jobs.stop()
    }
  } catch (error) {
    throw error instanceof Refusal ? new StartupError(error.message) : error
  } finally {
    await database.close()
  }
}

async function open({ databaseUrl: url, databaseDirectUrl: directUrl, directory }: Config): Promise<Database> {
  const isThere = url || existsSync(join(directory, 'database'))
  if (!isThere) throw new StartupError(`There’s no database in ${directory}. Set PURSUIT_DATA to the server’s folder.`)
  makeDirectory(directory)
  try {
    return await openDatabase(url ? { url, directUrl, poolSize: 4 } : { directory: join(directory, 'database') })
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    throw new StartupError(
      'Pursuit is using this data directory. Import the firm under Admin, Firms. Or stop Pursuit, run the command again, and restart it.',
    )
  }
}

/** Only the server migrates a database. */
async function refuseUnfit(database: Database): Promise<void> {
  const { missing, newer } = await compareMigrations(database).catch((error) => {
    if (error.code === '42P01') throw new StartupError('This database isn’t set up. Start Pursuit first.')
    throw error
  })
  if (missing.length > 0)
    throw new StartupError('This database belongs to an older version. Start this version of Pursuit first.')
  if (newer.length > 0)
    throw new StartupError('This database belongs to a newer version. Run the command from that version.')
}

async function operatorsOf(database: Database): Promise<string> {
  const { rows } = await withoutRls(
    database,
    (tx) => tx.sql<{ org_id: string }>`select org_id from users where role = 'operator' order by id limit 1`,
  )
  if (rows[0]) return rows[0].org_id
  throw new StartupError('This server has no operator yet. Start Pursuit and set it up first.')
}

/** Puts the archive into file storage, unless its restore is in progress. Returns the restore's ID. */
async function begin(database: Database, orgId: string, path: string, say: Say): Promise<string> {
  const files = filesOf(database)
  const copy = await copied(files, path)
  const going = await withOrg(database, orgId, (tx) => firmRestoreOf(tx, copy.sha256), { isQuiet: true })
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

/** Storage moves the file, so this passes a copy. */
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
    throw reportIfFull(error)
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
      throw new StartupError(
        'Stopped. A running server continues the import, and so does running this command again. To roll it back, go to Admin, Firms.',
      )
    const now = await withOrg(database, orgId, async (tx) => (await firmRestoresOf(tx, id))[0], {
      isQuiet: true,
    }).catch((error) => {
      if (isUnavailable(error)) return null
      throw error
    })
    if (now === undefined) throw new StartupError('This import no longer exists.')
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
  if (state !== 'done') throw new StartupError(problem || 'The import was stopped. Nothing was kept.')
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
