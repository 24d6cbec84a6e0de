import { errorMessages } from '#core/contract/errors.ts'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { ApiError, headersOf } from './api.ts'
import { device } from './device.ts'
import { onServer } from './serverAddress.ts'
import { session } from './session.ts'

/** Rejects with an ApiError. */
export async function saveFrom(route: AnyRoute, input: Omit<RouteInput, 'body'>, name: string): Promise<void> {
  const lost = () => {
    throw new ApiError(0, { message: errorMessages.network, code: 'network' })
  }
  const answer = await fetch(onServer(addressOf(route, input)), {
    headers: headersOf('GET', session.get()?.token),
    cache: 'no-store',
  }).catch(lost)
  if (!answer.ok) throw new ApiError(answer.status, { message: errorMessages.generic, code: 'failed' })
  const content = await answer.blob().catch(lost)
  await device.saveFile(name, content)
}
