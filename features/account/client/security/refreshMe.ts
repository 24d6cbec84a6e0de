import { call } from '#core/client/api.ts'
import { session } from '#core/client/session.ts'
import { routes } from '../../contract.ts'

/** Asks anew who is signed in, after something of them was changed that other screens show. */
export async function refreshMe(): Promise<void> {
  session.refresh(await call(routes.me, {}))
}
