import { notFound } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { allOf, type Call, defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
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

export const contactRoutes: Handler[] = [
  defineHandler(companyNamesRoute, tracker, ({ tx, session }) => companyNamesOf(tx, session)),
  defineHandler(routes.list, tracker, ({ tx, session, query }) => listContacts(tx, session, query)),
  defineHandler(routes.read, tracker, async ({ tx, session, params }) => {
    const contact = (await readContact(tx, session, params.id)) ?? (await readMerged(tx, session, params.id))
    if (!contact) throw noContact()
    return contact
  }),
  defineHandler(routes.create, tracker, (call) => decided(call, createContact, call.body)),
  defineHandler(routes.edit, tracker, (call) => decided(call, editContact, { id: call.params.id, ...call.body })),
  defineHandler(routes.merge, tracker, ({ tx, session, context, params, body }) =>
    mergeContacts(tx, { actor: context.actor, org: session.org }, params.id, body, context),
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

async function decided<I>(
  { tx, session, context }: Call<unknown, unknown, unknown>,
  action: Action<I, Contact>,
  input: I,
) {
  // A change by an API client is made as the person, who sees what they see without the client.
  const viewer = { actor: context.actor, org: session.org }
  const [contact] = await act(tx, contactStore(viewer), action, input, context)
  return (await readContact(tx, viewer, contact!.id))!
}
