import { ApiError, headersOf } from '#core/client/api.ts'
import { session } from '#core/client/session.ts'
import { type ErrorBody, sentences } from '#core/contract/errors.ts'
import { addressOf } from '#core/contract/route.ts'
import { type Import, type ImportKind, importLimits, routes } from '../contract.ts'

export type Upload = { done: Promise<Import>; cancel: () => void }

/** Sends a file; `onProgress` hears the share that has left, 0 to 1. Rejects with an ApiError, as every call does. */
export function uploadFile(kind: ImportKind, file: File, onProgress: (share: number) => void): Upload {
  const request = new XMLHttpRequest()
  const done = new Promise<Import>((resolve, reject) => {
    if (file.size > importLimits.bytes) {
      const message = 'This file is larger than 50 MB. Please split it and import the parts one after the other.'
      reject(new ApiError(413, { message, code: 'too_large' }))
      return
    }
    const token = session.get()?.token
    request.open('POST', addressOf(routes.upload, { query: { kind } }))
    for (const [name, value] of Object.entries(headersOf('POST', token))) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 200) return resolve(JSON.parse(request.responseText) as Import)
      if (request.status === 401 && token) session.markDead(token)
      reject(new ApiError(request.status, bodyOf(request.responseText)))
    }
    request.onerror = () => reject(new ApiError(0, { message: sentences.network, code: 'network' }))
    request.onabort = () =>
      reject(new ApiError(0, { message: 'The upload was cancelled. Nothing was kept.', code: 'cancelled' }))
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
  return { done, cancel: () => request.abort() }
}

function bodyOf(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    return { message: sentences.generic, code: 'failed' }
  }
}
