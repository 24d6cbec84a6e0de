// Lessons whose video is uploading. Uploads continue on other pages and are listed right away. The device stores the
// input until the lesson is created, so after closing the tab only the same file has to be chosen again.
import { create } from 'zustand'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import type { SendingVideo, SentVideo } from '#core/client/player/sendVideo.ts'
import { toast } from '#core/client/toasts.ts'
import type { FileName } from '#core/client/upload.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { firmContentRoutes as routes } from '../contract.ts'
import { uploadKinds } from './kinds.ts'

type Kept = {
  /** Also the request's idempotency key, so a retry creates no second lesson. */
  key: string
  title: string
  description: string
  captions?: string | undefined
  file: FileName
  /** A complete upload that isn't a lesson yet. */
  sent?: SentVideo | undefined
}
export type Adding = Kept & {
  engine: Engine
  /** Null if the tab that was uploading it is closed. */
  sending: SendingVideo | null
  /** Reason why it failed; null while it continues. */
  problem: string | null
}

export const useAdding = create<{ all: readonly Adding[] }>(() => ({ all: [] }))

/** The 'draft:' prefix preserves it across sessions, like unsynced changes. */
const RECORD = 'draft:firmLessons'
const lockOf = (key: string) => `pursuit-adding-${key}`

const change = (key: string, some: Partial<Adding>) =>
  useAdding.setState(({ all }) => ({ all: all.map((one) => (one.key === key ? { ...one, ...some } : one)) }))

const storedByDevice = async (engine: Engine) =>
  (await engine.readRecord<Kept[]>(RECORD).catch(() => undefined))?.value ?? []

/** Serializes writes, because each builds on the previous one. */
let writing: Promise<unknown> = Promise.resolve()
function rewrite(engine: Engine, change: (before: readonly Kept[]) => Kept[]): void {
  writing = writing
    .then(async () => engine.writeRecord(RECORD, change(await storedByDevice(engine))))
    .catch(() => undefined)
}
const keep = ({ engine, key, title, description, captions, file, sent }: Adding) =>
  rewrite(engine, (before) => [
    { key, title, description, captions, file, sent },
    ...before.filter((one) => one.key !== key),
  ])

function remove({ engine, key }: Pick<Adding, 'engine' | 'key'>): void {
  useAdding.setState(({ all }) => ({ all: all.filter((one) => one.key !== key) }))
  rewrite(engine, (before) => before.filter((one) => one.key !== key))
}

type Given = Pick<Adding, 'engine' | 'title' | 'description' | 'captions'> & { sending: SendingVideo }

/** Creates the lesson once its video is uploaded. */
export function uploadFirmLesson(given: Given): void {
  const { name, size, lastModified } = given.sending.file
  const one: Adding = { ...given, key: crypto.randomUUID(), file: { name, size, lastModified }, problem: null }
  useAdding.setState(({ all }) => ({ all: [one, ...all] }))
  keep(one)
  void make(one)
}

export async function make(one: Adding): Promise<void> {
  const { key, engine, title, description, captions, sending } = one
  change(key, { problem: null })
  // The lock keeps other tabs from handling it.
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  void navigator.locks?.request(lockOf(key), () => over)
  try {
    const sent = sending ? await sending.sent() : one.sent!
    change(key, { sent })
    keep({ ...one, sent })
    const body = { title, description, ...sent, ...(captions !== undefined && { captions }) }
    await call(routes.add, { body }, { key })
    remove({ engine, key })
    void engine.pull()
    toast({ message: `“${title}” added.`, color: 'green' })
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'cancelled') remove({ engine, key })
    else {
      // The server stores an upload for a day. After that, the file has to be chosen again.
      const isForgotten = thrown instanceof ApiError && thrown.status === 404
      change(key, { problem: problemOf(thrown), ...(isForgotten && { sending: null, sent: undefined }) })
      if (isForgotten) keep({ ...one, sent: undefined })
    }
  }
  end()
}

/** Resumes lessons of closed tabs. Complete ones are created, others wait for their file. */
export async function comeBack(engine: Engine): Promise<void> {
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
  const known = new Set(useAdding.getState().all.map(({ key }) => key))
  const left = (await storedByDevice(engine)).filter(({ key }) => !held.has(lockOf(key)) && !known.has(key))
  const back = left.map((one): Adding => ({ ...one, engine, sending: null, problem: null }))
  useAdding.setState(({ all }) => ({ all: [...all, ...back.filter(({ key }) => all.every((one) => one.key !== key))] }))
  for (const one of back) if (one.sent) void make(one)
}

/** Resumes an upload after the person has chosen the file again. */
export async function goOn(one: Adding, file: File): Promise<void> {
  if (file.name !== one.file.name || file.size !== one.file.size)
    return change(one.key, { problem: `That’s a different file. Choose ${one.file.name} again.` })
  const { sendVideo } = await import('#core/client/player/sendVideo.ts')
  const sending = sendVideo(uploadKinds, file)
  change(one.key, { sending, sent: undefined })
  await make({ ...one, sending })
}

export function cancel(one: Adding): void {
  if (one.sending) one.sending.cancel()
  else
    void import('#core/client/upload.ts').then(({ clearUpload: forgetUpload }) =>
      forgetUpload(uploadKinds.video, one.file),
    )
  remove(one)
}
