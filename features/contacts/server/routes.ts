import { notFound } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type ActAs, allOf, type Call, defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Action } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import { createContact, editContact } from '../actions.ts'
import { companyNamesRoute } from '../companyNamesContract.ts'
import { type Contact, routes } from '../contract.ts'
import { companyNamesOf } from './companyNames.ts'
import { listContacts } from './list.ts'
import { mergeContacts, undoMergeOf } from './merging.ts'
import { contactStore, readContact, readMerged } from './store.ts'

const tracker = allOf(signedIn, subscribed(trackerFlag))
const noContact = () => notFound(cannotFind('contact'))

/** `actAs` lets a manager or an API client change contacts for a person. */
export const contactRoutes = (actAs: ActAs): Handler[] => [
  defineHandler(companyNamesRoute, tracker, ({ tx, session }) => companyNamesOf(tx, session)),
  defineHandler(routes.list, tracker, ({ tx, session, query }) => listContacts(tx, session, query)),
  defineHandler(routes.read, tracker, async ({ tx, session, params }) => {
    const contact = (await readContact(tx, session, params.id)) ?? (await readMerged(tx, session, params.id))
    if (!contact) throw noContact()
    return contact
  }),
  defineHandler(routes.create, tracker, (call) => decideContact(call, createContact, call.body)),
  defineHandler(
    routes.edit,
    tracker,
    async (call) => {
      await refuseHidden(call, [call.params.id])
      return decideContact(call, editContact, { id: call.params.id, ...call.body })
    },
    { proxy: actAs },
  ),
  defineHandler(
    routes.merge,
    tracker,
    async (call) => {
      const { tx, session, context, params, body } = call
      await refuseHidden(call, [params.id, body.into])
      const into = await mergeContacts(tx, { actor: context.actor, org: session.org }, params.id, body, context)
      return shownTo(call, into)
    },
    { proxy: actAs },
  ),
  defineHandler(routes.unmerge, tracker, ({ tx, session, context, params }) =>
    undoMergeOf(tx, { actor: context.actor, org: session.org }, params.id, context),
  ),
  defineHandler(routes.history, tracker, async ({ tx, session, params }) => {
    if (!(await readContact(tx, session, params.id))) throw noContact()
    const { rows } = await tx.sql<{
      id: string
      kind: string
      first_name: string
      last_name: string
      by_name: string
      at: string
      data: Record<string, unknown>
    }>`
      select e.id, e.kind, u.first_name, u.last_name, e.by_name, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.data
      from contact_events e join users u on u.org_id = e.org_id and u.id = e.user_id
      where e.org_id = ${currentOrgId} and e.contact_id = ${params.id} order by e.at desc, e.id desc limit 100`
    return {
      events: rows.map(({ first_name, last_name, by_name, ...event }) => {
        return { ...event, name: by_name || fullNameOf({ first_name, last_name }) }
      }),
    }
  }),
]

type AnyCall = Call<unknown, unknown, unknown>

const isForAnother = ({ session, context }: AnyCall) => context.actor.id !== session.actor.id || !!session.program

/** A manager or an API client changes only contacts that they see themselves, not all that the person sees. */
async function refuseHidden(call: AnyCall, ids: string[]): Promise<void> {
  if (!isForAnother(call)) return
  const { tx, session } = call
  for (const id of ids) if (!(await readContact(tx, session, id))) throw noContact()
}

/** The person's private Targets are theirs alone. */
const shownTo = async (call: AnyCall, contact: Contact): Promise<Contact> =>
  isForAnother(call) ? (await readContact(call.tx, call.session, contact.id))! : contact

/** Returns the contact as the caller sees it now. */
export async function decideContact<I>(call: AnyCall, action: Action<I, Contact>, input: I) {
  const { tx, session, context } = call
  // A change by an API client is made as the person, who sees what they see without the client.
  const viewer = { actor: context.actor, org: session.org }
  const [contact] = await act(tx, contactStore(viewer), action, input, context)
  return shownTo(call, (await readContact(tx, viewer, contact!.id))!)
}
