// Handlers of Library items. Each request checks access.
import { sql } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import { forbidden } from '#core/contract/errors.ts'
import { audienceOf } from '#core/server/access.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { type FileChanges, filesOf } from '#core/server/files/store.ts'
import { defineHandler, type Handler, operator } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { snippetOptions, snippetParts } from '#core/server/snippet.ts'
import type { Context } from '#core/sync/protocol.ts'
import { canReadLibrary, isManager, isPublisher, writes } from '../../server/policies.ts'
import type { ContentChange, ContentInput, FoundPage } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { deleteMarks, favorite, readFavorites, view } from './marks.ts'
import { contentOf, contentsWhere, itemReaders, openContentOf } from './rows.ts'
import { placedBy, type ReceivedUpload, receivedItem } from './sent.ts'
import { sectionsOf, tagsOf } from './sorting.ts'
import { addContent, editContent, removeContent } from './writing.ts'

/** Committing the change assigns the new files to the firm. If it fails, they are deleted. */
const inFiles: TransactionContext<ReceivedUpload<unknown> | undefined, FileChanges> = (
  { database, session },
  sent,
  work,
) => filesOf(database).change(session.org.id, sent ? placedBy(sent) : [], (held) => work(held.tx, held))

/** Does the same as `inFiles`. For an item of the vendor, it then cleans up firms that no trigger has reached. */
const inFilesAndOtherFirms: typeof inFiles = async (call, sent, work) => {
  const done = await inFiles(call, sent, work)
  if (operator.allows(call.session)) await deleteMarks(call.database, (call.params as { id: string }).id)
  return done
}

const all = sql`true`

const lists: Handler[] = [
  defineHandler(routes.library, canReadLibrary, async ({ tx, session, now }) => ({
    contents: await contentsWhere(tx, session, all, now),
    sections: await sectionsOf(tx, session, now),
    tags: await tagsOf(tx, session, now),
  })),
  defineHandler(routes.contents, canReadLibrary, async ({ tx, session, query: { status }, now }) => {
    const which = status === undefined ? all : sql`(mark.viewed_at is not null) = ${status === 'viewed'}`
    return { contents: await contentsWhere(tx, session, which, now) }
  }),
  defineHandler(routes.list, canReadLibrary, async ({ tx, session, now }) => ({
    videoinsights: await contentsWhere(tx, session, all, now),
  })),
  defineHandler(routes.found, canReadLibrary, async ({ tx, session, query: { q }, now }) => ({
    found: await findPages(tx, session, q, now),
  })),
  defineHandler(routes.reach, writes, ({ tx }) => audienceOf(tx)),
  defineHandler(routes.read, canReadLibrary, ({ tx, session, params, now }) =>
    openContentOf(tx, session, params.id, now),
  ),
  defineHandler(routes.readers, writes, async ({ tx, session, params, now }) => ({
    readers: await itemReaders(tx, session, params.id, now),
  })),
  defineHandler(routes.heart, canReadLibrary, ({ tx, session, context, params, body: { favourite } }) =>
    favorite(tx, { session, context }, params.id, favourite),
  ),
  defineHandler(routes.view, canReadLibrary, ({ tx, session, context, params }) =>
    view(tx, { session, context }, params.id),
  ),
]

const changes = ({ readPdf }: Pick<Dependencies, 'readPdf'>): Handler[] => [
  defineIdempotentHandler(routes.add, writes, {
    ready: (call) => receivedItem(call, routes.add, readPdf),
    within: inFiles,
    async change(tx, { session, context, now }, sent: ReceivedUpload<ContentInput>, held: FileChanges) {
      const id = await addContent(held, { session, now }, sent)
      await favorited(tx, { session, context }, id, sent.fields)
      return contentOf(tx, session, id, now)
    },
    content: ({ said }) => said,
  }),
  defineIdempotentHandler(routes.edit, canReadLibrary, {
    ready: (call) => receivedItem(call, routes.edit, readPdf),
    within: inFiles,
    async change(tx, { session, context, now, params }, sent: ReceivedUpload<ContentChange>, held: FileChanges) {
      const content = await contentOf(tx, session, params.id, now)
      await favorited(tx, { session, context }, content.id, sent.fields)
      if (isPublisher(session) ? content.owner === 'bd' : isManager(session) && content.owner === 'firm')
        await editContent(held, { session, now }, content.id, sent)
      else refuseOthers(sent.fields, content.tags_id, await readFavorites(tx, session.actor.id))
      return contentOf(tx, session, content.id, now)
    },
    content: ({ said }) => said,
  }),
  defineIdempotentHandler(routes.remove, writes, {
    within: inFilesAndOtherFirms,
    async change(_, { session, params, now }, _sent, held) {
      await removeContent(held, { session, now }, params.id)
      return undefined
    },
  }),
]

export const contentServed = (means: Pick<Dependencies, 'readPdf'>): Handler[] => [...lists, ...changes(means)]

/** The favourites tag among the submitted tags sets the caller's own heart. */
async function favorited(
  tx: Tx,
  marking: { session: SignedInSession; context: Context },
  id: string,
  { tags_id: tags }: ContentChange,
): Promise<void> {
  if (!tags) return
  const own = await readFavorites(tx, marking.session.actor.id)
  const content = await contentOf(tx, marking.session, id, marking.context.now)
  const isGiven = tags.some((tag) => tag.toLowerCase() === own)
  if (isGiven !== content.favourite) await favorite(tx, marking, id, isGiven)
}

/** People who don't manage an item can only add it to their favourites. */
function refuseOthers(
  { tags_id: tags, ...others }: ContentChange,
  before: readonly string[],
  favourites: string,
): void {
  const kept = tags?.filter((tag) => tag.toLowerCase() !== favourites) ?? []
  const isSame = kept.length === before.length && kept.every((tag) => before.includes(tag.toLowerCase()))
  if (!tags || Object.keys(others).length > 0 || !isSame) throw forbidden()
}

/** Returns up to 30 pages of PDFs that match the words, best first. */
async function findPages(tx: Tx, session: SignedInSession, words: string, now: string): Promise<FoundPage[]> {
  const finding = sql<{ content_id: string; page: number; snippet: string }>`
    select f.content_id, f.page, ts_headline('english', f.text, websearch_to_tsquery('english', ${words}), ${snippetOptions}) as snippet
    from find_content_pages(${session.actor.id}::uuid, ${isManager(session)}, ${dayIn(session.org.zone, now)}::date, ${words}) f
    order by f.rank desc, f.content_id, f.page`
  const { rows } = await tx.asOwner(() => tx.run(finding))
  return rows.map(({ snippet, ...row }) => ({ ...row, snippet: snippetParts(snippet) }))
}
