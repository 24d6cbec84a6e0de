import { invalid, Refusal } from '#core/contract/errors.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import type { AnyRoute, Route } from '#core/contract/route.ts'
import { sourcesInUse } from '#core/contract/sourcesInUse.ts'
import { stagesInUse } from '#core/contract/stages.ts'
import { audit } from '#core/server/audit.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { allOf, type Call, Download, defineHandler, firmAdmin, type Handler } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { type Import, type ImportState, routes } from '../contract.ts'
import { savedMappingOf } from '../keptMapping.ts'
import type { Mapping } from '../mappingContract.ts'
import { importDetail, importedCells } from './detail.ts'
import { deleteMapping, savedMappingFor, saveMapping } from './keptMappings.ts'
import { kinds } from './kinds.ts'
import type { ImportPorts } from './ports.ts'
import { previewRows } from './preview.ts'
import { readSources } from './readSources.ts'
import { receive } from './receive.ts'
import { refusedRows } from './report.ts'
import { sourceMatcher } from './sourceMatches.ts'
import { sourceValues } from './sourceValues.ts'
import {
  advance,
  isOvertaken,
  listImports,
  lockImport,
  readImport,
  removeImport,
  type StoredImport,
  storeDraft,
} from './store.ts'
import { imports } from './work.ts'

export const importRoutes = (ports: ImportPorts): Handler[] => [
  defineHandler(routes.imports, firmAdmin, ({ tx, query }) => listImports(tx, query.after)),
  defineIdempotentHandler(routes.upload, firmAdmin, {
    ready: ({ database, session, query, request }) =>
      receive({ database, orgId: session.org.id, userId: session.actor.id, ...query, sheet: query.sheet, request }),
    change: async (tx, _, { id }) => importedCells(await readImport(tx, id)),
    content: ({ sent }) => sent,
    // Two requests with the same upload create one import.
    again: (tx, { id }) => removeImport(tx, id),
  }),
  defineHandler(routes.read, firmAdmin, ({ tx, params }) => importDetail(tx, params.id, ports)),
  defineHandler(
    routes.preview,
    firmAdmin,
    async ({ database, session, params, body, context }) => {
      const stored = await withOrg(database, session.org.id, (tx) => readImport(tx, params.id))
      refuseUnless(stored, ['uploaded'])
      const mapping = mappingOf(stored, body.mapping, session)
      return previewRows(await kinds[stored.kind].importer(database, stored, mapping, context.now, ports), stored)
    },
    { isLong: true, whenRepeated: 'It only reads.' },
  ),
  defineHandler(
    routes.sources,
    allOf(firmAdmin, subscribed(referralsFlag)),
    async ({ database, session, params, query }) =>
      withOrg(database, session.org.id, async (tx) => {
        const stored = await readImport(tx, params.id)
        refuseUnless(stored, ['uploaded'])
        const entries = (await readSources(tx)) ?? []
        const given = { userId: stored.user_id, entries, contacts: ports.contacts }
        return sourceValues(tx, stored.id, query.column, await sourceMatcher(tx, given))
      }),
    { isLong: true },
  ),
  defineHandler(routes.keepDraft, firmAdmin, async ({ tx, params, body }) => {
    const stored = await lockImport(tx, params.id)
    refuseUnless(stored, ['uploaded'])
    const { success, data } = kinds[stored.kind].schema.safeParse(body.mapping)
    // The preview checks whether the mapping fits the file. A draft only has to be a valid mapping.
    if (!success) throw invalid({ mapping: 'This mapping doesn’t match the file.' })
    const { step, order } = body
    if (!isOvertaken(stored.draft, order)) await storeDraft(tx, stored.id, { mapping: data, step, order })
  }),
  defineHandler(routes.forget, firmAdmin, async ({ tx, session, params }) => {
    const stored = await lockImport(tx, params.id)
    refuseUnless(stored, ['uploaded'])
    const kept = await savedMappingFor(tx, stored.kind, stored.options.columns)
    await storeDraft(tx, stored.id, null)
    if (!kept) return
    await deleteMapping(tx, kept.id)
    await audit(tx, session, {
      action: 'import.forgotten',
      subject: { name: kept.file_name },
      details: { kind: stored.kind },
    })
  }),
  move(routes.run, ['uploaded'], async (tx, stored, { session, body, context }) => {
    const mapping = mappingOf(stored, body!.mapping, session)
    await kinds[stored.kind].check(tx, mapping)
    await saveMapping(tx, stored, session.actor.id, savedMappingOf(mapping, stored.options.columns))
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
  defineHandler(routes.discard, firmAdmin, async ({ tx, params }) => {
    const stored = await lockImport(tx, params.id)
    refuseUnless(stored, ['uploaded'])
    await removeImport(tx, params.id)
  }),
  defineHandler(
    routes.refused,
    firmAdmin,
    async ({ database, session, params }) => {
      const stored = await withOrg(database, session.org.id, (tx) => readImport(tx, params.id))
      return new Download(
        `refused-${stored.id}.csv`,
        'text/csv; charset=utf-8',
        refusedRows(database, session.org.id, stored),
      )
    },
    { isLong: true },
  ),
]

const note = (tx: Tx, session: SignedInSession, action: string, { id, kind, file_name, total }: StoredImport) =>
  audit(tx, session, { action, subject: { id, name: file_name }, details: { kind, rows: total } })

type Asked = Call<{ id: string }, unknown, { mapping: Record<string, unknown> } | undefined>

/**
 * Defines a route that moves an import to its next state and starts the work after the commit. A repeated request
 * returns the current state.
 */
const move = (
  route: AnyRoute,
  from: ImportState[],
  change: (tx: Tx, stored: StoredImport, call: Asked) => Promise<void>,
): Handler =>
  defineIdempotentHandler(route as Route<Asked['params'], unknown, Asked['body'], Import>, firmAdmin, {
    async change(tx, call) {
      triggerAfterCommit(tx, imports)
      const stored = await lockImport(tx, call.params.id)
      refuseUnless(stored, from)
      await change(tx, stored, call)
      return importedCells(await readImport(tx, call.params.id))
    },
  })

const words: Record<ImportState, string> = {
  reading: 'being read',
  uploaded: 'waiting to be imported',
  running: 'running',
  done: 'done',
  cancelled: 'canceled',
  failed: 'stopped by an error',
  undoing: 'being undone',
  undone: 'undone',
}

function refuseUnless({ state }: StoredImport, from: ImportState[]): void {
  if (!from.includes(state)) throw new Refusal('not_allowed_now', `This import is ${words[state]}.`)
}

/** Throws 400 with a message for each part of the mapping that doesn't fit this file. */
function mappingOf(
  { kind, options }: StoredImport,
  given: Record<string, unknown>,
  { org }: Pick<SignedInSession, 'org'>,
): Mapping {
  const mapping = kinds[kind].schema.parse(given)
  const problems = kinds[kind].problemsOf(
    mapping,
    options.columns,
    stagesInUse(org.stages, org.subscriptions),
    sourcesInUse(org.lists, org.subscriptions),
  )
  if (Object.keys(problems).length > 0) throw invalid(problems, Object.values(problems)[0])
  return mapping
}
