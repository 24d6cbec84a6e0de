import { ApiError, headersOf } from '#core/client/api.ts'
import { device } from '#core/client/device.ts'
import { session } from '#core/client/session.ts'
import { sentences } from '#core/contract/errors.ts'
import { addressOf } from '#core/contract/route.ts'
import { type Import, routes } from '../contract.ts'

/** Saves the refused rows with their reasons where this device keeps downloads. Rejects with an ApiError. */
export async function downloadRefused({ id, file_name }: Import): Promise<void> {
  const answer = await fetch(addressOf(routes.refused, { params: { id } }), {
    headers: headersOf('GET', session.get()?.token),
    cache: 'no-store',
  }).catch(() => null)
  if (!answer) throw new ApiError(0, { message: sentences.network, code: 'network' })
  if (!answer.ok) throw new ApiError(answer.status, { message: sentences.generic, code: 'failed' })
  await device.saveFile(`${file_name.replace(/\.\w+$/, '')} refused.csv`, await answer.blob())
}
