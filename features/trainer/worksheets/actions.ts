// Actions on a worksheet, shared by the device and the server.
import { forbidden } from '#core/contract/errors.ts'
import { defineAction, defineEvent } from '#core/sync/protocol.ts'
import {
  type Answer,
  type AnswersRow,
  FillInput,
  routes,
  SayInput,
  type Worksheet,
  worksheetAnswers,
} from './contract.ts'

export const cellsFilled = defineEvent<AnswersRow>('worksheetFilled')
export const sheetCommented = defineEvent<AnswersRow>('worksheetCommented')

const nothingYet = (id: string): AnswersRow => ({ id, cells: [], comments: [], returned: null })

/** Writes the named cells. The last write to a cell wins, and other cells stay unchanged. */
export const fillCells = defineAction<FillInput, AnswersRow>({
  name: 'fillCells',
  collection: worksheetAnswers,
  kind: 'change',
  input: FillInput,
  rowId: ({ id }) => id,
  decide(row, { id, version, cells, when }, { now }) {
    const at = when !== undefined && when < now ? new Date(when).toISOString() : now
    const before = row ?? nothingYet(id)
    const isSame = (one: Answer, name: string) => one.version === version && one.name === name
    const changed = cells.filter(({ name, value }) => {
      const there = before.cells.find((one) => isSame(one, name))
      return (there?.value ?? '') !== value
    })
    if (changed.length === 0) return { row, events: [] }
    const last = new Map(changed.map(({ name, value }) => [name, { version, name, value, at }]))
    const others = before.cells.filter((one) => !(one.version === version && last.has(one.name)))
    return { row: { ...before, cells: [...others, ...last.values()], returned: null }, events: [cellsFilled()] }
  },
  request: ({ id, version, cells, when }) => ({
    route: routes.fill,
    params: { id },
    body: { matrix: JSON.stringify(cells), version, when },
  }),
  confirm: (answer) => answersOf(answer as Worksheet),
})

/** Adds a comment. Managers comment on others' answers and can return them. The person can reply. */
export const commentSheet = defineAction<SayInput, AnswersRow>({
  name: 'commentSheet',
  collection: worksheetAnswers,
  kind: 'change',
  input: SayInput,
  rowId: ({ id }) => id,
  decide(row, { id, user_id, text, version, name, return: isReturn }, { actor, now, newId }) {
    if (isReturn && user_id === actor.id) throw forbidden('You can return other people’s answers, but not your own.')
    const before = row ?? nothingYet(id)
    const by = { id: actor.id, first_name: actor.first_name, last_name: actor.last_name }
    const comment = { id: newId(), version, name, text, is_return: isReturn, by, at: now }
    const comments = [...before.comments, comment]
    return { row: { ...before, comments, returned: isReturn ? now : before.returned }, events: [sheetCommented()] }
  },
  request: ({ id, version: _, ...body }) => ({ route: routes.comment, params: { id }, body }),
  confirm: (answer) => answersOf(answer as Worksheet),
})

const answersOf = ({ id, answers, comments, returned }: Worksheet): AnswersRow => ({
  id,
  cells: answers,
  comments,
  returned,
})

export const worksheetActions = [fillCells, commentSheet] as const
