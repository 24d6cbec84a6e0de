// The actions on a Library item, as both the device and the server apply them.
import { defineAction } from '#core/sync/protocol.ts'
import { contentMarks, FavoriteInput, ItemViewInput, LibraryMark } from './contract.ts'
import { routes } from './routesContract.ts'

export const unmarked = (id: string): LibraryMark => ({ id, favourite: false, viewed: null })

export const favoriteContent = defineAction<FavoriteInput, LibraryMark>({
  name: 'heartContent',
  collection: contentMarks,
  kind: 'change',
  input: FavoriteInput,
  rowId: ({ id }) => id,
  decide: (row, { id, favourite }) => ({
    row: (row?.favourite ?? false) === favourite ? row : { ...(row ?? unmarked(id)), favourite },
    events: [],
  }),
  joined: (_, later) => later,
  request: ({ id, favourite }) => ({ route: routes.heart, params: { id }, body: { favourite } }),
  confirm: (answer) => LibraryMark.parse(answer),
})

/** Opening a new item marks it as viewed. The server records later openings. */
export const viewContent = defineAction<ItemViewInput, LibraryMark>({
  name: 'viewContent',
  collection: contentMarks,
  kind: 'change',
  isQuiet: true,
  input: ItemViewInput,
  rowId: ({ id }) => id,
  decide: (row, { id }, { now }) => ({
    row: row?.viewed ? row : { ...(row ?? unmarked(id)), viewed: now },
    events: [],
  }),
  request: ({ id }) => ({ route: routes.view, params: { id } }),
  confirm: (answer) => LibraryMark.parse(answer),
})

export const contentActions = [favoriteContent, viewContent] as const
