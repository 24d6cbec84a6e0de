import { call } from '#core/client/api.ts'
import { session } from '#core/client/session.ts'
import { routes } from '../../contract.ts'

/** Reads the signed-in person again after a change that other screens show. */
export async function refreshMe(): Promise<void> {
  session.refresh(await call(routes.me, {}))
}
