// A small library for engine tests: books and shelves.
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import { type Collection, defineCollection } from '../collection.ts'
import { type Action, type Actor, type Context, defineAction, Refusal } from '../protocol.ts'

export const ann: Actor = {
  id: '0190aaaa-0000-7000-8000-00000000a770',
  first_name: 'Ann',
  last_name: 'Arbor',
  role: 'member',
}
export const zone = 'America/Los_Angeles'

export const Book = z.object({
  id: z.string(),
  title: z.string(),
  author: z.string(),
  /** Missing in rows of older versions. */
  place: z.string().optional(),
  status: z.enum(['kept', 'lent', 'sold']),
  price: z.number().nullable(),
  remarks: z.array(z.object({ id: z.string(), text: z.string() })),
})
export type Book = z.infer<typeof Book>
export const Shelf = z.object({ id: z.string(), label: z.string(), status: z.enum(['kept', 'sold']) })
export type Shelf = z.infer<typeof Shelf>

export const books = defineCollection<Book>({
  name: 'books',
  row: Book,
  statuses: { first: ['kept', 'lent'], later: ['sold'] },
})
export const shelves = defineCollection<Shelf>({ name: 'shelves', row: Shelf })

const titled = z.string().trim().min(1, 'Please complete this field')
const AddBook = z.strictObject({
  title: titled,
  author: z.string(),
  place: z.string().default(''),
  remark: z.string().default(''),
})
const one = { id: z.string().min(1) }
const call = (name: string) => defineRoute({ name, method: 'POST', path: `:what/:id/${name}`, summary: name })
const noBook = () => new Refusal('not_found', 'There is no such book.', 404)

/** An older version's store has another `collection` name. */
export function bookActionsOf(collection: Collection<Book>) {
  const request = (name: string, id: string, body: object) => ({
    route: { ...call(name), answer: Book },
    params: { what: collection.name, id },
    body,
  })
  function change<I extends { id: string }>(
    name: string,
    input: z.ZodType<I>,
    decide: (book: Book, input: I, context: Context) => Book,
  ): Action<I, Book> {
    return defineAction({
      name,
      collection,
      kind: 'change',
      input,
      rowId: ({ id }) => id,
      decide(book, given, context) {
        if (!book) throw noBook()
        return { row: decide(book, given, context), events: [] }
      },
      request: ({ id, ...body }) => request(name, id, body),
      confirm: (answer) => answer as Book,
    })
  }
  const addBook = defineAction<z.infer<typeof AddBook>, Book>({
    name: 'addBook',
    collection,
    kind: 'create',
    input: AddBook,
    rowId: () => '',
    decide(_, { remark, ...input }, context) {
      const id = context.newId()
      const remarks = remark === '' ? [] : [{ id: context.newId(), text: remark }]
      return { row: { ...input, id, status: 'kept', price: null, remarks }, events: [{ kind: 'bookAdded' }] }
    },
    request: (body) => request('addBook', 'new', body),
    confirm: (answer) => answer as Book,
  })
  const EditBook = z.strictObject({
    ...one,
    title: titled.optional(),
    author: z.string().optional(),
    place: z.string().optional(),
  })
  const editBook = change('editBook', EditBook, (book, input) => ({ ...book, ...input, id: book.id }))
  const sellBook = change('sellBook', z.strictObject({ ...one, price: z.number() }), (book, { price }) => {
    if (book.status === 'sold') throw new Refusal('not_allowed_now', 'This book is sold already.')
    return { ...book, status: 'sold', price }
  })
  const lendBook = change('lendBook', z.strictObject(one), (book) => {
    if (book.status !== 'kept') throw new Refusal('not_allowed_now', 'This book is not here.')
    return { ...book, status: 'lent' }
  })
  const remark = change('remark', z.strictObject({ ...one, text: z.string() }), (book, { text }, context) => ({
    ...book,
    remarks: [...book.remarks, { id: context.newId(), text }],
  }))
  const gone = { ...call('discardBook'), answer: undefined }
  const discardBook = defineAction<{ id: string }, Book>({
    name: 'discardBook',
    collection,
    kind: 'change',
    input: z.strictObject(one),
    rowId: ({ id }) => id,
    decide(book) {
      if (!book) throw noBook()
      if (book.status !== 'sold') throw new Refusal('not_allowed_now', 'This book is still ours.')
      return { row: null, events: [] }
    },
    request: ({ id }) => ({ route: gone, params: { what: collection.name, id }, body: {} }),
    confirm: () => null,
  })
  const clearSold = defineAction<Record<string, never>, Book>({
    name: 'clearSold',
    collection,
    kind: 'each',
    input: z.strictObject({}),
    rowId: () => '',
    decide: (book) => ({ row: book?.status === 'sold' ? null : book, events: [] }),
    request: () => ({
      route: { ...call('clearSold'), answer: undefined },
      params: { what: collection.name, id: 'each' },
      body: {},
    }),
    confirm: (_, row) => row,
  })
  return { addBook, editBook, sellBook, lendBook, remark, discardBook, clearSold }
}

export const { addBook, editBook, sellBook, lendBook, remark, discardBook, clearSold } = bookActionsOf(books)

export const addShelf = defineAction<{ label: string }, Shelf>({
  name: 'addShelf',
  collection: shelves,
  kind: 'create',
  input: z.strictObject({ label: titled }),
  rowId: () => '',
  decide: (_, { label }, context) => ({ row: { id: context.newId(), label, status: 'kept' }, events: [] }),
  request: (body) => ({
    route: { ...call('addShelf'), answer: Shelf },
    params: { what: shelves.name, id: 'new' },
    body,
  }),
  confirm: (answer) => answer as Shelf,
})
export const sellShelf = defineAction<{ id: string }, Shelf>({
  name: 'sellShelf',
  collection: shelves,
  kind: 'change',
  input: z.strictObject(one),
  rowId: ({ id }) => id,
  decide(shelf) {
    if (!shelf) throw new Refusal('not_found', 'There is no such shelf.', 404)
    return { row: { ...shelf, status: 'sold' }, events: [] }
  },
  request: ({ id }) => ({
    route: { ...call('sellShelf'), answer: Shelf },
    params: { what: shelves.name, id },
    body: {},
  }),
  confirm: (answer) => answer as Shelf,
})

export const fixtureActions = [
  addBook,
  editBook,
  sellBook,
  lendBook,
  remark,
  discardBook,
  clearSold,
  addShelf,
  sellShelf,
] as const

export const aBook = (input: Partial<z.infer<typeof AddBook>> = {}): z.infer<typeof AddBook> => ({
  title: 'Middlemarch',
  author: 'George Eliot',
  place: '',
  remark: '',
  ...input,
})
