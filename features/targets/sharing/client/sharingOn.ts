// Runs sharing actions right away with a toast, and offers Undo if that is fair to the other person.
import { showDone as say } from '#core/client/act.ts'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import type { acting } from '../../client/acting.ts'
import { shortNameOf } from '../../client/labels.ts'
import { targetEndpoints } from '../../contract.ts'
import { acceptShare, dismissAsk, rejectShare, revokeShare, shareTarget } from '../actions.ts'

type Colleague = { id: string; first_name: string; last_name: string; fullname: string }
const namesOf = ({ id, first_name, last_name }: Colleague) => ({ user_id: id, first_name, last_name })

export function sharingOn(engine: Engine, { rowOf, act, takeBack }: ReturnType<typeof acting>) {
  return {
    share(id: string, person: Colleague): DispatchResult | null {
      const acted = act(shareTarget, { id, ...namesOf(person) })
      const back = () => act(revokeShare, { id: engine.of(targetEndpoints).resolve(id), user_id: person.id })
      if (acted) say(acted, { message: `Invited ${person.fullname}.`, undo: () => takeBack(acted.key, back) })
      return acted
    },
    accept(id: string): DispatchResult | null {
      const acted = act(acceptShare, { id })
      if (acted) say(acted, { message: `${shortNameOf(rowOf(id))} is now on your list.`, color: 'green' })
      return acted
    },
    decline(id: string): DispatchResult | null {
      const name = shortNameOf(rowOf(id))
      const acted = act(rejectShare, { id })
      if (acted) say(acted, { message: `You declined ${name}.` })
      return acted
    },
    revoke: (id: string, userId: string) => act(revokeShare, { id, user_id: userId }),
    dismissAsk(id: string, userId: string): DispatchResult | null {
      const acted = act(dismissAsk, { id, user_id: userId })
      if (acted) say(acted, { message: 'Request dismissed.' })
      return acted
    },
  }
}
