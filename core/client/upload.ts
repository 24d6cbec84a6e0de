// Uploads a file in pieces. It resumes after a lost network, a pause, a reload, or a new sign-in.

import { DetailedError, defaultOptions, type HttpRequest, Upload as Tus, type UploadOptions } from 'tus-js-client'
import { errorMessages } from '#core/contract/errors.ts'
import { uploadCanceled } from '#core/contract/phrases.ts'
import { ApiError, headersOf } from './api.ts'
import { errorIn } from './sendForm.ts'
import { onServer } from './serverAddress.ts'
import { identityOf, session } from './session.ts'

/** 'waiting' for the network, the server, or a new sign-in resumes by itself. */
export type UploadState = 'sending' | 'waiting' | 'paused' | 'done' | 'failed' | 'cancelled'

/** Sizes are in bytes. `problem` is for the person. */
export type UploadProgress = { state: UploadState; sent: number; total: number; problem: string | null }

export type FileUpload = {
  /** Resolves to the upload's ID. Rejects with an ApiError when it is rejected or canceled. */
  done: Promise<string>
  get: () => UploadProgress
  /** Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
  pause: () => void
  resume: () => void
  /** Deletes what has been uploaded. */
  cancel: () => void
}

/** Small enough for a slow network, and what the server stores in one write. */
const PIECE_BYTES = 8 * 1024 * 1024
const TRY_AGAIN_MS = 15_000

/** The same file of the same person resumes where an earlier attempt stopped, even after a reload. */
export function uploadInPieces(kind: string, file: File): FileUpload {
  let progress: UploadProgress = { state: 'sending', sent: 0, total: file.size, problem: null }
  const listeners = new Set<() => void>()
  const { promise: done, resolve, reject } = Promise.withResolvers<string>()
  done.catch(() => {})
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = (change: Partial<UploadProgress>) => {
    progress = { ...progress, ...change }
    for (const listener of listeners) listener()
  }
  const isOver = () => progress.state === 'done' || progress.state === 'failed' || progress.state === 'cancelled'
  const end = (state: 'failed' | 'cancelled', error: ApiError) => {
    stopWaiting()
    tell({ state, problem: error.message })
    reject(error)
  }
  const stopWaiting = () => {
    clearTimeout(timer)
    removeEventListener('online', goOn)
  }
  const wait = (problem: string) => {
    tell({ state: 'waiting', problem })
    addEventListener('online', goOn)
    timer = setTimeout(goOn, TRY_AGAIN_MS)
  }
  const goOn = () => {
    stopWaiting()
    if (isOver() || progress.state === 'paused') return
    if (session.isDead()) return wait('Sign in again.')
    tell({ state: 'sending', problem: null })
    tus.start()
  }
  const tus = new Tus(file, {
    ...optionsFor(kind, file),
    onProgress: (sent) => tell({ sent }),
    onSuccess: () => {
      stopWaiting()
      tell({ state: 'done', sent: file.size, problem: null })
      resolve(tus.url?.split('/').at(-1) ?? '')
    },
    onError: (error) => {
      const refused = refusalOf(error)
      if (refused.status === 0 || refused.status === 401 || refused.status >= 500) wait(refused.message)
      else end('failed', refused)
    },
  })

  void tus.findPreviousUploads().then(([before]) => {
    if (before) tus.resumeFromPreviousUpload(before)
    goOn()
  })
  return {
    done,
    get: () => progress,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pause() {
      if (isOver()) return
      stopWaiting()
      void tus.abort()
      tell({ state: 'paused', problem: null })
    },
    resume() {
      if (progress.state !== 'paused') return
      tell({ state: 'sending' })
      goOn()
    },
    cancel() {
      if (isOver()) return
      // The server deletes it after a day otherwise.
      void tus.abort(true).catch(() => undefined)
      end('cancelled', new ApiError(0, { message: uploadCanceled, code: 'cancelled' }))
    },
  }
}

/** Choosing one of these files again resumes its upload. */
export function unfinishedUploads(kind: string): string[] {
  const begin = `tus::${fingerprintOf(kind, '')}`
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(begin))
      .map((key) => key.slice(begin.length).replace(/\/\d+\/\d+::\d+$/, ''))
  } catch {
    return []
  }
}

export type FileName = Pick<File, 'name' | 'size' | 'lastModified'>

/** The server deletes it after a day otherwise. */
export async function clearUpload(kind: string, file: FileName): Promise<void> {
  const { urlStorage } = defaultOptions
  for (const { uploadUrl, urlStorageKey } of await urlStorage.findUploadsByFingerprint(printOf(kind, file))) {
    await urlStorage.removeUpload(urlStorageKey)
    if (uploadUrl) await Tus.terminate(uploadUrl, { onBeforeRequest: withHeaders }).catch(() => undefined)
  }
}

const printOf = (kind: string, { name, size, lastModified }: FileName) =>
  fingerprintOf(kind, [name, size, lastModified].join('/'))
const fingerprintOf = (kind: string, file: string) =>
  ['pursuit-upload', identityOf(session.get()), kind, file].join('/')

const withHeaders = (request: HttpRequest) => {
  for (const [name, value] of Object.entries(headersOf(request.getMethod(), session.get()?.token)))
    request.setHeader(name, value)
}

function optionsFor(kind: string, file: File): UploadOptions {
  /** Checksum of the last piece read, which is sent next. */
  let checksum: string | null = null
  const reader = defaultOptions.fileReader
  return {
    endpoint: onServer('/api/uploads'),
    chunkSize: PIECE_BYTES,
    retryDelays: [0, 1000, 3000],
    removeFingerprintOnSuccess: true,
    metadata: { kind, filename: file.name, filetype: file.type },
    fingerprint: async () => printOf(kind, file),
    fileReader: {
      async openFile(input, chunkSize) {
        const source = await reader.openFile(input, chunkSize)
        return {
          size: source.size,
          close: () => source.close(),
          async slice(start, end) {
            const piece = await source.slice(start, end)
            checksum = piece.value instanceof Blob ? await checksumOf(piece.value) : null
            return piece
          },
        }
      },
    },
    onBeforeRequest(request) {
      withHeaders(request)
      if (request.getMethod() === 'PATCH' && checksum) request.setHeader('Upload-Checksum', checksum)
    },
    onAfterResponse(request, response) {
      if (response.getStatus() !== 401) return
      const token = /^Bearer (\S+)/.exec(request.getHeader('Authorization') ?? '')?.[1]
      if (token) session.markDead(token)
      // Otherwise tus would treat a resumed upload as deleted.
      throw new ApiError(401, errorIn(response.getBody()))
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0
      return navigator.onLine && (status >= 500 || [0, 409, 423, 460].includes(status))
    },
  }
}

/** Lets the server detect a damaged piece. Browsers only compute it in secure contexts. */
async function checksumOf(piece: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await piece.arrayBuffer()))
  return `sha256 ${btoa(String.fromCharCode(...digest))}`
}

function refusalOf(error: Error): ApiError {
  const cause = error instanceof DetailedError ? error.causingError : error
  if (cause instanceof ApiError) return cause
  const response = error instanceof DetailedError ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  if (!response || status === 0) return new ApiError(0, { message: errorMessages.network, code: 'network' })
  return new ApiError(status, errorIn(response.getBody()))
}
