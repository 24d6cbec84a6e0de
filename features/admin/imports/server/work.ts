// Runs imports and undos in background tasks. Their progress is in the database, so a server that was killed continues
// with the next row.
import { z } from 'zod'
import { messageOf } from '#core/contract/errors.ts'
import { id } from '#core/contract/fields.ts'
import type { Database } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { defineTask } from '#core/server/work/work.ts'
import { kinds } from './kinds.ts'
import type { ImportPorts } from './ports.ts'
import { beingRead } from './receive.ts'
import { refuseNext, runSteps, type Step, undoSteps } from './run.ts'
import { advance, lockState, readImport } from './store.ts'

type Input = { orgId: string; id: string }

export const imports = { name: 'imports' }

export const importTask = (ports: ImportPorts) =>
  defineTask<Input>({
    ...imports,
    input: z.object({ orgId: id, id }),
    key: ({ id }) => id,
    due: async (database) =>
      (
        await withoutRls(
          database,
          (tx) => tx.sql<Input>`select org_id as "orgId", id from imports where state in ('running', 'undoing')`,
        )
      ).rows,
    async begin(database, { orgId, id }) {
      const step = await stepsOf(database, orgId, id, ports)
      return (
        step && {
          async next(size) {
            const isLeft = await step(size)
            return { done: isLeft ? size : 0, isLeft }
          },
          setAside: () => refuseNext((work) => withOrg(database, orgId, work), id),
        }
      )
    },
    ifStopped: 'Imported rows stay. Your firm’s administrator can continue the import or undo it.',
    failed: (database, { orgId, id }, error) =>
      withOrg(database, orgId, async (tx) => {
        const now = await lockState(tx, id)
        if (now?.state === 'running' || now?.state === 'undoing')
          await advance(tx, id, {
            state: 'failed',
            problem: `${messageOf(error)} You can undo what was imported so far.`,
          })
      }),
  })

/** Returns null if nothing is left to do. */
async function stepsOf(database: Database, orgId: string, id: string, ports: ImportPorts): Promise<Step | null> {
  const stored = await withOrg(database, orgId, (tx) => readImport(tx, id))
  const { kind, state, mapping, started_at } = stored
  if (state === 'running')
    return runSteps(await kinds[kind].importer(database, stored, mapping!, started_at!, ports), id)
  if (state === 'undoing') return undoSteps(await kinds[kind].undo(database, stored, ports), id)
  return null
}

/**
 * Deletes imports whose file a server was reading when it stopped. Keeps those this process is reading, and recent ones
 * that another process could be reading.
 */
export async function deleteUnreadUploads(database: Database): Promise<void> {
  await withoutRls(
    database,
    (tx) =>
      tx.sql`delete from imports where state = 'reading' and id <> all(${[...beingRead]}::uuid[])
      and (${database.kind === 'embedded'} or created_at < now() - interval '1 hour')`,
  )
}
