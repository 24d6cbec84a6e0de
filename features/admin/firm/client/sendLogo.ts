import { ApiError, headersOf } from '#core/client/api.ts'
import { session } from '#core/client/session.ts'
import { type ErrorBody, sentences } from '#core/contract/errors.ts'
import { addressOf } from '#core/contract/route.ts'
import { firmLimits, firmRoutes as routes } from '../contract.ts'

/** Uploads a picture as the firm's logo. Rejects with an ApiError. */
export async function sendLogo(file: File): Promise<void> {
  if (file.size > firmLimits.logo)
    throw new ApiError(413, { message: 'This file is larger than 5 MB.', code: 'too_large' })
  const form = new FormData()
  form.append('file', file)
  const answer = await fetch(addressOf(routes.putLogo, {}), {
    method: 'POST',
    headers: headersOf('POST', session.get()?.token),
    body: form,
  }).catch(() => null)
  if (!answer) throw new ApiError(0, { message: sentences.network, code: 'network' })
  if (answer.ok) return
  const body = (await answer.json().catch(() => null)) as ErrorBody | null
  throw new ApiError(answer.status, body ?? { message: sentences.generic, code: 'failed' })
}
