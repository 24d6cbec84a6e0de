import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { jsonIn } from '#core/contract/jsonIn.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { type ActAs, defineHandler, type Handler } from '#core/server/routes.ts'
import { act } from '#core/sync/server/actions.ts'
import type { Managing } from '../../assigning/server/routes.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { commentSheet, fillCells } from '../actions.ts'
import { cellVersion, refuseForeign } from '../cells.ts'
import { Cells, routes } from '../contract.ts'
import { notifyComment } from './commentNotices.ts'
import { worksheetFileHandlers } from './file.ts'
import { peopleFor, worksheetReaders } from './readers.ts'
import { readHistory, toWorksheetDto, type WorksheetQuery, worksheetOf, worksheetsOf } from './reading.ts'
import { answersStore, readAnswers } from './store.ts'

const missing = () => notFound(cannotFind('worksheet'))

/** `managers` and `managing` decide whose answers a person can read and comment on. */
export const worksheetRoutes = (managers: ActAs, managing: Managing): Handler[] => [
  defineHandler(routes.people, forLearners, async ({ tx, session }) => ({
    people: await peopleFor(tx, session, managing),
  })),
  defineHandler(
    routes.list,
    forLearners,
    async ({ tx, context }) => ({
      worksheets: (await worksheetsOf(tx, context.actor.id)).map((one) => toWorksheetDto(one, context.zone)),
    }),
    { proxy: worksheetReaders(managers) },
  ),
  defineHandler(routes.fill, forLearners, async ({ tx, session, context, params, body }) => {
    const { id } = context.actor
    const found = await worksheetOf(tx, id, params.id)
    if (!found) throw missing()
    const cells = cellsIn(body.matrix)
    const version = body.version ?? found.worksheet.version
    refuseForeign(cellVersion(found.worksheet, version), cells)
    refuseArchived(found, body.when ?? context.now)
    const input = { id: params.id, version, cells, ...(body.when !== undefined && { when: body.when }) }
    const [row] = await act(tx, answersStore(id, session.sessionId), fillCells, input, context)
    return toWorksheetDto({ ...found, answers: row ?? null }, context.zone)
  }),
  defineHandler(
    routes.history,
    forLearners,
    async ({ tx, context, params, query }) => {
      const found = await worksheetOf(tx, context.actor.id, params.id)
      if (!found) throw missing()
      return readHistory(tx, context.actor.id, found.worksheet, context.zone, query)
    },
    { proxy: worksheetReaders(managers) },
  ),
  defineHandler(routes.comment, forLearners, async ({ tx, session, context, params, body }) => {
    const isMine = body.user_id === context.actor.id
    if (!isMine) await managers(tx, session, body.user_id, context.now)
    const found = await worksheetOf(tx, body.user_id, params.id)
    if (!found) throw missing()
    const { worksheet } = found
    if (body.name !== '') refuseForeign(worksheet, [{ name: body.name }])
    if (isMine && !(await readAnswers(tx, body.user_id, params.id))?.comments.length)
      throw new Refusal('not_allowed_now', 'No comments on your answers yet.')
    const input = { id: params.id, version: worksheet.version, ...body }
    const [row] = await act(tx, answersStore(body.user_id, session.sessionId), commentSheet, input, context)
    await notifyComment(tx, worksheet, input, context)
    return toWorksheetDto({ worksheet, answers: row ?? null }, context.zone)
  }),
  ...worksheetFileHandlers(worksheetReaders(managers)),
]

/** Throws 400 with the reason. */
function cellsIn(matrix: string) {
  const message = 'The matrix must be a list of cells.'
  const read = Cells.safeParse(jsonIn(matrix))
  if (read.success) return read.data
  throw invalid({ matrix: read.error.issues[0]?.message ?? message }, read.error.issues[0]?.message ?? message)
}

/**
 * Rejects answers from after the lesson was archived or the worksheet removed. Earlier ones still count. `when` is an
 * instant.
 */
function refuseArchived({ worksheet, archived, is_taken_off }: WorksheetQuery, when: string) {
  if (worksheet.archived && (archived === null || Date.parse(when) > Date.parse(archived)))
    throw new Refusal(
      'not_allowed_now',
      is_taken_off
        ? 'This worksheet was removed from its lesson. It’s read-only.'
        : 'This lesson is archived. Its worksheet is read-only.',
    )
}
