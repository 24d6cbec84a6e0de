import { cannotFind } from '#core/contract/phrases.ts'
import { type Action, type Context, type Decision, defineAction, Refusal } from '#core/sync/protocol.ts'
import { type Contact, contactCollection } from './contract.ts'

type ContactChange<I> = Pick<Action<I, Contact>, 'name' | 'input' | 'request'> & {
  decide: (row: Contact, input: I, context: Context) => Decision<Contact>
}

/** An action on a contact that the person still sees and that wasn't erased. */
export const contactChange = <I extends { id: string }>({ decide, ...action }: ContactChange<I>): Action<I, Contact> =>
  defineAction<I, Contact>({
    ...action,
    collection: contactCollection,
    kind: 'change',
    rowId: ({ id }) => id,
    confirm: (answer) => answer as Contact,
    decide(row, input, context) {
      if (!row) throw new Refusal('not_found', cannotFind('contact'), 404)
      if (row.erased) throw new Refusal('not_allowed_now', 'This contact was erased.')
      return decide(row, input, context)
    },
  })
