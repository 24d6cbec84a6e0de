import type { Row } from '../collection.ts'
import type { AnyAction } from '../protocol.ts'
import {
  aBook,
  addBook,
  addShelf,
  ann,
  books,
  clearSold,
  discardBook,
  editBook,
  fixtureActions,
  lendBook,
  remark,
  sellBook,
  sellShelf,
  shelves,
  zone,
} from './fixture.ts'
import { type Reader, referenceServer } from './referenceServer.ts'
import type { Choice, RunSubject, Seen, ServerUnderTest } from './subject.ts'

export const fixtureSubject = (openServer: () => Promise<ServerUnderTest>): RunSubject => ({
  actor: ann,
  zone,
  collections: [books, shelves],
  actions: fixtureActions,
  openServer,
  choose,
})

/** Includes unlikely choices that a rule refuses. */
function choose(seen: Seen, temporaryIds: readonly string[], pick: number, n: number): Choice | null {
  const kind = pick % 12
  const [shelf, row] = [pickOf(seen(shelves), pick), pickOf(seen(books), pick)]
  if (kind === 10) return { action: addShelf, input: { label: `Shelf ${n}` } }
  if (kind === 11) return shelf ? { action: sellShelf, input: { id: shelf.id } } : null
  if (!row || kind === 0)
    return { action: addBook, input: aBook({ title: `Book ${n}`, remark: pick % 2 ? 'New' : '' }) }
  const id = kind === 9 && temporaryIds.length ? temporaryIds[pick % temporaryIds.length]! : row.id
  const choices: Choice[] = [
    { action: editBook, input: { id, title: `Title ${n}` } },
    { action: editBook, input: { id, author: `Author ${n}` } },
    { action: lendBook, input: { id } },
    { action: sellBook, input: { id, price: n } },
    { action: remark, input: { id, text: `Remark ${n}` } },
    { action: remark, input: { id, text: `Also ${n}` } },
    row.status === 'sold' ? { action: discardBook, input: { id } } : { action: editBook, input: { id, author: '' } },
    row.status === 'sold' ? { action: clearSold, input: {} } : { action: sellBook, input: { id, price: n } },
    { action: editBook, input: { id, title: `By an old id ${n}` } },
  ]
  return choices[kind - 1]!
}

const pickOf = <R>(rows: readonly R[], pick: number) => rows[Math.floor(pick / 12) % Math.max(1, rows.length)]

/** `actions` are those that the server supports. */
export const fixtureServer = (actions: readonly AnyAction[] = fixtureActions) =>
  referenceServer({ actor: ann, zone, read: readToy(actions) })

const readToy =
  (actions: readonly AnyAction[]): Reader =>
  ({ address, body }) => {
    const [, , , id = '', name] = new URL(address, 'http://server').pathname.split('/')
    const action = actions.find((one) => one.name === name)
    if (!action) return null
    const isOne = action.kind === 'change'
    return { action, id: isOne ? id : null, input: isOne ? { ...(body as Row), id } : body }
  }
