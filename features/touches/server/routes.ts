import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type ActAs, allOf, defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Context } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import { deleteTouch, editTouch, type LogTouchLocal, logTouch, moveTouch } from '../actions.ts'
import { routes, type Touch } from '../contract.ts'
import { listTouches } from './list.ts'
import { viewerOf } from './seeing.ts'
import { fileTouch, lockTargetOf, namedContacts, readTouch, touchOfMessage, touchStore, undoDeletion } from './store.ts'

const tracker = allOf(signedIn, subscribed(trackerFlag))

/** `actAs` lets a manager list the touches on a person's Targets. */
export const touchRoutes = (actAs: ActAs): Handler[] => [
  defineHandler(
    routes.list,
    tracker,
    ({ tx, session, context, query }) => listTouches(tx, session.program ? { id: null } : viewerOf(context), query),
    { proxy: actAs },
  ),
  defineHandler(routes.create, tracker, async ({ tx, context, body: { contacts: refs, ...given } }) => {
    if (given.target_id !== null) await lockTargetOf(tx, context, given.target_id)
    const contacts = await namedContacts(tx, context, given.target_id, refs)
    if (given.dropped) return logDropped(tx, { ...given, contacts }, given.dropped.message_id, context)
    const [touch] = await act(tx, touchStore, logTouch, { ...given, contacts }, context)
    return (await readTouch(tx, viewerOf(context), touch!.id))!
  }),
  defineHandler(routes.edit, tracker, async ({ tx, context, params: { id }, body: { contacts: refs, ...given } }) => {
    const before = await touchStore.lock(tx, context, id)
    if (!before) throw notFound(cannotFind('touch'))
    const contacts = refs && (await namedContacts(tx, context, before.target_id, withoutKnown(refs, before.contacts)))
    const kept = before.contacts.filter((one) => refs?.some((ref) => 'id' in ref && ref.id === one.id))
    await act(
      tx,
      touchStore,
      editTouch,
      { id, ...given, ...(contacts && { contacts: [...kept, ...contacts] }) },
      context,
    )
    return (await readTouch(tx, viewerOf(context), id))!
  }),
  defineHandler(routes.move, tracker, async ({ tx, context, params: { id }, body }) => {
    await lockTargetOf(tx, context, body.target_id)
    await act(tx, touchStore, moveTouch, { id, ...body }, context)
    return (await readTouch(tx, viewerOf(context), id))!
  }),
  defineHandler(routes.remove, tracker, async ({ tx, context, params }) => {
    await act(tx, touchStore, deleteTouch, params, context)
    return undefined
  }),
  defineHandler(routes.restore, tracker, ({ tx, context, params }) => undoDeletion(tx, context, params.id)),
]

/** Returns the touch of a message that the person has filed already, also if they deleted it since. */
async function logDropped(tx: Tx, input: LogTouchLocal, messageId: string, context: Context): Promise<Touch> {
  const { row } = logTouch.decide(null, input, context)
  if (await fileTouch(tx, row!, messageId, context)) return (await readTouch(tx, viewerOf(context), row!.id))!
  return undoDeletion(tx, context, await touchOfMessage(tx, context, messageId))
}

/** A contact that left the Target since can stay on the touch. */
const withoutKnown = <R extends { id: string } | { name: string }>(refs: R[], known: readonly { id: string }[]): R[] =>
  refs.filter((ref) => !('id' in ref && known.some(({ id }) => id === ref.id)))
