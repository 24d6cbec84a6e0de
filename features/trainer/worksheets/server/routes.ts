import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { jsonIn } from '#core/contract/jsonIn.ts'
import { type ActFor, type Served, serve } from '#core/server/routes.ts'
import { act } from '#core/sync/server/actions.ts'
import type { Managing } from '../../assigning/server/routes.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { commentSheet, fillCells } from '../actions.ts'
import { refuseForeign, versionOf } from '../cells.ts'
import { Cells, routes } from '../contract.ts'
import { tellOfComment } from './commentNotices.ts'
import { fileRoutes } from './file.ts'
import { peopleFor, readersOf } from './readers.ts'
import { historyOf, type Read, told, worksheetOf, worksheetsOf } from './reading.ts'
import { answersOf, answersStore } from './store.ts'

const missing = () => notFound('We couldn’t find this worksheet.')

/** `managers` and `managing` say whose answers somebody may read and talk about. */
export const worksheetRoutes = (managers: ActFor, managing: Managing): Served[] => [
  serve(routes.people, forLearners, async ({ tx, session }) => ({ people: await peopleFor(tx, session, managing) })),
  serve(
    routes.list,
    forLearners,
    async ({ tx, context }) => ({
      worksheets: (await worksheetsOf(tx, context.actor.id)).map((one) => told(one, context.zone)),
    }),
    { proxy: readersOf(managers) },
  ),
  serve(routes.fill, forLearners, async ({ tx, session, context, params, body }) => {
    const { id } = context.actor
    const found = await worksheetOf(tx, id, params.id)
    if (!found) throw missing()
    const cells = cellsIn(body.matrix)
    const version = body.version ?? found.worksheet.version
    refuseForeign(versionOf(found.worksheet, version), cells)
    refuseArchived(found, body.when ?? context.now)
    const input = { id: params.id, version, cells, ...(body.when !== undefined && { when: body.when }) }
    const [row] = await act(tx, answersStore(id, session.sessionId), fillCells, input, context)
    return told({ ...found, answers: row ?? null }, context.zone)
  }),
  serve(
    routes.history,
    forLearners,
    async ({ tx, context, params, query }) => {
      const found = await worksheetOf(tx, context.actor.id, params.id)
      if (!found) throw missing()
      return historyOf(tx, context.actor.id, found.worksheet, context.zone, query)
    },
    { proxy: readersOf(managers) },
  ),
  serve(routes.comment, forLearners, async ({ tx, session, context, params, body }) => {
    const isMine = body.user_id === context.actor.id
    if (!isMine) await managers(tx, session, body.user_id, context.now)
    const found = await worksheetOf(tx, body.user_id, params.id)
    if (!found) throw missing()
    const { worksheet } = found
    if (body.name !== '') refuseForeign(worksheet, [{ name: body.name }])
    if (isMine && !(await answersOf(tx, body.user_id, params.id))?.comments.length)
      throw new Refusal('not_allowed_now', 'No comments on your answers yet.')
    const input = { id: params.id, version: worksheet.version, ...body }
    const [row] = await act(tx, answersStore(body.user_id, session.sessionId), commentSheet, input, context)
    await tellOfComment(tx, worksheet, input, context)
    return told({ worksheet, answers: row ?? null }, context.zone)
  }),
  ...fileRoutes(readersOf(managers)),
]

/** Throws 400 with what is wrong with it. */
function cellsIn(matrix: string) {
  const message = 'The matrix must be a list of cells.'
  const read = Cells.safeParse(jsonIn(matrix))
  if (read.success) return read.data
  throw invalid({ matrix: read.error.issues[0]?.message ?? message }, read.error.issues[0]?.message ?? message)
}

/** What was written before the lesson was archived, or the worksheet taken off, still counts. `when`: an instant. */
function refuseArchived({ worksheet, archived, is_taken_off }: Read, when: string) {
  if (worksheet.archived && (archived === null || Date.parse(when) > Date.parse(archived)))
    throw new Refusal(
      'not_allowed_now',
      is_taken_off
        ? 'This worksheet was removed from its lesson. It’s read-only.'
        : 'This lesson is archived. Its worksheet is read-only.',
    )
}
