import { invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { Lists } from '#core/contract/session.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { allOf, type Call, defineHandler, type Handler, RawJson, signedIn } from '#core/server/routes.ts'
import { principalOf } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Action } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import { contactRoles } from '#features/contacts/contract.ts'
import type { ContactRecords } from '#features/contacts/server/contract.ts'
import type { Target } from '../../contract.ts'
import { forManagers } from '../../pipelines/server/proxy.ts'
import { tileText } from '../../server/reads.ts'
import { targetStore } from '../../server/store.ts'
import { addContact, changeContact, removeContact } from '../actions.ts'
import { routes } from '../contract.ts'

const tracker = allOf(signedIn, subscribed(trackerFlag))
const proxied = { proxy: forManagers }

/** The contacts of a target. A manager can make the calls as the person. */
export const targetContactRoutes = ({ read }: ContactRecords): Handler[] => [
  defineHandler(
    routes.addContact,
    tracker,
    async (call) => {
      const { tx, context, session, params, body } = call
      refuseUnknownRole(session.org.lists, body.role)
      const card = body.contact_id && (await read(tx, { actor: context.actor, org: session.org }, body.contact_id))
      if (card === null) throw notFound(cannotFind('contact'))
      return decided(call, addContact, { id: params.id, ...body, ...(card && { known: card }) })
    },
    proxied,
  ),
  defineHandler(
    routes.changeContact,
    tracker,
    async (call) => {
      const { session, params, body } = call
      if (body.role !== undefined) refuseUnknownRole(session.org.lists, body.role)
      return decided(call, changeContact, { id: params.id, contact_id: params.contactId, name: NO_NAME, ...body })
    },
    proxied,
  ),
  defineHandler(
    routes.removeContact,
    tracker,
    (call) => decided(call, removeContact, { id: call.params.id, contact_id: call.params.contactId, name: NO_NAME }),
    proxied,
  ),
]

/** The server knows each contact by its ID. */
const NO_NAME = ''

async function decided<I>({ tx, context }: Call<unknown, unknown, unknown>, action: Action<I, Target>, input: I) {
  const [target] = await act(tx, targetStore, action, input, context)
  return new RawJson(await tileText(tx, principalOf(context), target!.id))
}

/** `field` is the role's name in the input. */
export function refuseUnknownRole(lists: Lists | null, role: string, field = 'role'): void {
  const known: readonly string[] = lists?.contact_roles ?? contactRoles
  if (!known.includes(role)) throw invalid({ [field]: `Choose one of these roles: ${known.join(', ')}.` })
}
