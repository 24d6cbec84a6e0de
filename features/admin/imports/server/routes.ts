import { sql } from 'kysely'
import { invalid, Refusal } from '#core/contract/errors.ts'
import type { AnyRoute, Route } from '#core/contract/route.ts'
import { audit } from '#core/server/audit.ts'
import { inFirm, type Tx } from '#core/server/database/firm.ts'
import { type Call, Download, firmAdmin, type Served, serve } from '#core/server/routes.ts'
import { serveOnce } from '#core/server/serveOnce.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import { wakeAfterCommit } from '#core/server/work/work.ts'
import type { PastTargets } from '#features/targets/server/contract.ts'
import { everybody } from '../../people/server/people.ts'
import {
  type Import,
  type ImportDetail,
  type ImportState,
  type Mapping,
  PeopleMapping,
  routes,
  TargetMapping,
} from '../contract.ts'
import { ignoredColumns } from '../ignored.ts'
import { peopleProblems, targetProblems } from '../mappingProblems.ts'
import { exportOf, suggestPeople, suggestTargets } from '../suggestions.ts'
import { previewPeople, previewTargets } from './preview.ts'
import { receive } from './receive.ts'
import { refusedRows } from './report.ts'
import { sumPeople } from './runPeople.ts'
import { ownersOf } from './runTargets.ts'
import {
  advance,
  listImports,
  lockImport,
  readImport,
  reasonsOf,
  removeImport,
  rowsAfter,
  type StoredImport,
} from './store.ts'
import { imports } from './work.ts'

const SAMPLES = 5

export const importRoutes = (targets: PastTargets): Served[] => [
  serve(routes.imports, firmAdmin, ({ tx, query }) => listImports(tx, query.after)),
  serveOnce(routes.upload, firmAdmin, {
    ready: ({ database, session, query, request }) =>
      receive({ database, orgId: session.org.id, userId: session.actor.id, ...query, sheet: query.sheet, request }),
    change: async (tx, _, { id }) => shown(await readImport(tx, id)),
    content: ({ sent }) => sent,
    // The same upload sent twice is one import.
    again: (tx, { id }) => removeImport(tx, id),
  }),
  serve(routes.read, firmAdmin, ({ tx, session, params }) => detailOf(tx, params.id, session.org.id, targets)),
  serve(
    routes.preview,
    firmAdmin,
    async ({ database, session, params, body, context }) => {
      const stored = await inFirm(database, session.org.id, (tx) => readImport(tx, params.id))
      refuseUnless(stored, ['uploaded'])
      const mapping = mappingOf(stored, body.mapping)
      const asked = { database, orgId: session.org.id, stored, now: context.now }
      return stored.kind === 'targets'
        ? previewTargets(asked, mapping as TargetMapping)
        : previewPeople(asked, mapping as PeopleMapping)
    },
    { isLong: true, whenRepeated: 'It only reads.' },
  ),
  move(routes.run, ['uploaded'], async (tx, stored, { session, body, context }) => {
    const mapping = mappingOf(stored, body!.mapping)
    await refuseStrangers(tx, stored, mapping)
    await advance(tx, stored.id, { state: 'running', mapping, started_at: context.now })
    await note(tx, session, 'import.started', stored)
  }),
  move(routes.cancel, ['running'], async (tx, stored, { session }) => {
    await advance(tx, stored.id, { state: 'cancelled' })
    await note(tx, session, 'import.cancelled', stored)
  }),
  move(routes.undo, ['done', 'cancelled', 'failed'], async (tx, stored, { session }) => {
    await advance(tx, stored.id, { state: 'undoing', at_row: 0 })
    await note(tx, session, 'import.undone', stored)
  }),
  serve(routes.discard, firmAdmin, async ({ tx, params }) => {
    const stored = await lockImport(tx, params.id)
    refuseUnless(stored, ['uploaded'])
    await removeImport(tx, params.id)
  }),
  serve(
    routes.refused,
    firmAdmin,
    async ({ database, session, params }) => {
      const stored = await inFirm(database, session.org.id, (tx) => readImport(tx, params.id))
      return new Download(
        `refused-${stored.id}.csv`,
        'text/csv; charset=utf-8',
        refusedRows(database, session.org.id, stored),
      )
    },
    { isLong: true },
  ),
]

const note = (tx: Tx, session: SignedIn, action: string, { id, kind, file_name, total }: StoredImport) =>
  audit(tx, session, { action, subject: { id, name: file_name }, details: { kind, rows: total } })

type Asked = Call<{ id: string }, unknown, { mapping: Record<string, unknown> } | undefined>

/** A call that takes an import from one state to the next, and starts the work once that is committed. Asked again, it answers with what is. */
const move = (
  route: AnyRoute,
  from: ImportState[],
  change: (tx: Tx, stored: StoredImport, call: Asked) => Promise<void>,
): Served =>
  serveOnce(route as Route<Asked['params'], unknown, Asked['body'], Import>, firmAdmin, {
    async change(tx, call) {
      wakeAfterCommit(imports)
      const stored = await lockImport(tx, call.params.id)
      refuseUnless(stored, from)
      await change(tx, stored, call)
      return shown(await readImport(tx, call.params.id))
    },
  })

const words: Record<ImportState, string> = {
  reading: 'being read',
  uploaded: 'waiting to be run',
  running: 'running',
  done: 'done',
  cancelled: 'cancelled',
  failed: 'stopped by a failure',
  undoing: 'being undone',
  undone: 'undone',
}

function refuseUnless({ state }: StoredImport, from: ImportState[]): void {
  if (!from.includes(state)) throw new Refusal('not_allowed_now', `This import is ${words[state]}.`)
}

/** What the list and the progress show. */
function shown({
  id,
  kind,
  file_name,
  state,
  total,
  imported,
  matched,
  refused,
  kept,
  problem,
  by,
  created_at,
  finished_at,
}: StoredImport): Import {
  return { id, kind, file_name, state, total, imported, matched, refused, kept, problem, by, created_at, finished_at }
}

async function detailOf(tx: Tx, id: string, orgId: string, targets: PastTargets): Promise<ImportDetail> {
  const stored = await readImport(tx, id)
  const { encoding, delimiter, notices, columns } = stored.options
  const common = {
    ...shown(stored),
    encoding,
    delimiter,
    notices,
    columns: [],
    samples: [],
    suggestion: null,
    looks_like: null,
    reasons: [],
    parts: [],
    ignored: [],
    blank: stored.options.blank ?? 0,
  }
  if (stored.state === 'running' || stored.state === 'undoing') return common
  if (stored.state !== 'uploaded')
    return {
      ...common,
      reasons: await reasonsOf(tx, id),
      ignored: stored.mapping ? ignoredColumns(columns, stored.mapping) : [],
      parts: await (stored.kind === 'targets' ? targets.sum(tx, id) : sumPeople(tx, orgId, id)),
    }
  const samples = (await rowsAfter(tx, id, 0, SAMPLES)).map(({ cells }) => cells.map((cell) => cell.slice(0, 200)))
  const suggestion =
    stored.kind === 'targets'
      ? suggestTargets(columns, await everybody(tx))
      : suggestPeople(columns, await domainsOf(tx, orgId))
  const looks_like = stored.kind === 'targets' ? (exportOf(columns)?.name ?? null) : null
  return { ...common, columns, samples, suggestion, looks_like }
}

/** Throws 400 with a message per part of the mapping that does not fit this file. */
function mappingOf({ kind, options }: StoredImport, given: Record<string, unknown>): Mapping {
  const mapping: Mapping = kind === 'targets' ? TargetMapping.parse(given) : PeopleMapping.parse(given)
  const problems =
    kind === 'targets'
      ? targetProblems(mapping as TargetMapping, options.columns)
      : peopleProblems(mapping as PeopleMapping, options.columns)
  if (Object.keys(problems).length > 0) throw invalid(problems, Object.values(problems)[0])
  return mapping
}

/** Owners are people of this firm. */
async function refuseStrangers(tx: Tx, { kind }: StoredImport, mapping: Mapping): Promise<void> {
  if (kind !== 'targets') return
  const { owners, defaults } = mapping as TargetMapping
  const known = await ownersOf(tx)
  const strangers = [...Object.values(owners), defaults.owner ?? 'refuse'].filter(
    (owner) => owner !== 'refuse' && !known.has(owner),
  )
  if (strangers.length > 0) throw invalid({ owners: 'A person chosen as an owner is not in the firm.' })
}

async function domainsOf(tx: Tx, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ domains: string[] }>`select domains from orgs where id = ${orgId}`.execute(tx)
  return rows[0]?.domains ?? []
}
