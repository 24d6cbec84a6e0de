import { notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { audit } from '#core/server/audit.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { allOf, type Handler, type Policy } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { erasedContact } from '../contract.ts'
import { erasureRoutes as routes } from '../erasureContract.ts'
import { erasePerson } from './erasing.ts'
import { readContact } from './store.ts'

/** Those who can erase a colleague. */
const canErase: Policy = {
  name: 'canErase',
  isPublic: false,
  allows: ({ actor }) => actor.role !== 'member',
}
const erases = allOf(canErase, subscribed(trackerFlag))

type EndExports = (tx: Tx, orgId: string) => Promise<unknown>

/**
 * Bypasses row-level security, because the application role can't change audit log entries, messages, or responses to
 * colleagues.
 */
const within: TransactionContext<unknown, unknown> = ({ database, session }, _, work) =>
  withoutRls(database, async (tx) => {
    await tx.setOrg(session.org.id)
    return work(tx, undefined)
  })

export const erasureHandlers = ({ endExports }: { endExports: EndExports }): Handler[] => [
  defineIdempotentHandler(routes.erase, erases, {
    within,
    async change(tx, { session, params: { id } }) {
      const before = await readContact(tx, session, id)
      if (!before) throw notFound(cannotFind('contact'))
      if (before.erased) throw new Refusal('not_allowed_now', 'This contact was already erased.')
      await erasePerson(tx, session.org.id, { ids: [id], emails: [] })
      await endExports(tx, session.org.id)
      await record(tx, session, id)
      return (await readContact(tx, session, id)) ?? { ...before, ...erasedFields }
    },
  }),
  defineIdempotentHandler(routes.eraseAddress, erases, {
    within,
    async change(tx, { session, body }) {
      await erasePerson(tx, session.org.id, { ids: [], emails: [body.email] })
      await endExports(tx, session.org.id)
      // Without an ID, because the log must not tell that there was a contact either.
      await record(tx, session)
      return { done: true as const }
    },
  }),
]

/** For an admin who doesn't see the contact anymore. */
const erasedFields = {
  ...{ first_name: erasedContact.first_name, last_name: erasedContact.last_name, title: '', company: '', note: '' },
  ...{ emails: [], phones: [], targets: [], last_touch: null, erased: true as const },
}

const record = (tx: Tx, session: SignedInSession, id?: string) =>
  audit(tx, session, { action: 'contact.erased', subject: { ...(id && { id }), name: erasedContact.name } })
