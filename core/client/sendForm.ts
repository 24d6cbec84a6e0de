// Sends files of a few megabytes in one request, with progress. Larger files use upload.ts.

import { type ErrorBody, errorMessages } from '#core/contract/errors.ts'
import { uploadCanceled } from '#core/contract/phrases.ts'
import { type AnyRoute, addressOf, type Route } from '#core/contract/route.ts'
import { ApiError, headersOf } from './api.ts'
import { nativeShell } from './nativeShell.ts'
import { onServer } from './serverAddress.ts'
import { session } from './session.ts'

type Form = { query?: Record<string, unknown>; params?: Record<string, string>; fields?: Record<string, unknown> } & {
  files: Record<string, File | File[]>
  /** Idempotency key. The default is a new one. */
  key?: string
}

export type FormUpload<A> = { done: Promise<A>; cancel: () => void }

/** `onProgress` receives the share sent, from 0 to 1. Rejects with an ApiError. */
export function sendForm<P, Q, B, A>(
  route: Route<P, Q, B, A>,
  { fields = {}, files, key, ...address }: Form,
  onProgress: (share: number) => void = () => {},
): FormUpload<A> {
  const request = new XMLHttpRequest()
  const done = new Promise<A>((resolve, reject) => {
    const token = session.get()?.token
    request.open(route.method, onServer(addressOf(route as AnyRoute, address)))
    for (const [name, value] of Object.entries(headersOf(route.method, token, key ? { key } : {})))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 200) {
        const said = JSON.parse(request.responseText)
        return resolve((nativeShell?.received?.(said) ?? said) as A)
      }
      if (request.status === 204) return resolve(undefined as A)
      if (request.status === 401 && token) session.markDead(token)
      reject(new ApiError(request.status, errorIn(request.responseText)))
    }
    request.onerror = () => reject(new ApiError(0, { message: errorMessages.network, code: 'network' }))
    request.onabort = () => reject(new ApiError(0, { message: uploadCanceled, code: 'cancelled' }))
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    for (const [name, those] of Object.entries(files)) for (const file of [those].flat()) form.append(name, file)
    request.send(form)
  })
  return { done, cancel: () => request.abort() }
}

const unsaid: ErrorBody = { message: errorMessages.generic, code: 'failed' }

/** Returns a default sentence when the body can't be read. */
export function errorIn(text: string): ErrorBody {
  try {
    return { ...unsaid, ...(JSON.parse(text) as ErrorBody) }
  } catch {
    return unsaid
  }
}
