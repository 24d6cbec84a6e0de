// Lessons that are on their way: they go on while the person is elsewhere in the product, and stand in the list at once. What was typed is
// kept on the device until the lesson is made, so that a closed tab costs nothing but choosing the same file again.
import { create } from 'zustand'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import type { SendingVideo, SentVideo } from '#core/client/player/sendVideo.ts'
import { toast } from '#core/client/toasts.ts'
import type { FileName } from '#core/client/upload.ts'
import type { Engine } from '#core/sync/client/engine.ts'
import { firmContentRoutes as routes } from '../contract.ts'
import { uploadKinds } from './kinds.ts'

type Kept = {
  /** Of the call that makes it, too: made twice, it is one lesson. */
  key: string
  title: string
  description: string
  captions?: string | undefined
  file: FileName
  /** What has arrived whole, and is no lesson yet. */
  sent?: SentVideo | undefined
}
export type Adding = Kept & {
  engine: Engine
  /** Null: the tab in which it was on its way is closed. */
  sending: SendingVideo | null
  /** Why it could not be made; null while it goes on. */
  problem: string | null
}

export const useAdding = create<{ all: readonly Adding[] }>(() => ({ all: [] }))

/** Begins with 'draft:': it outlives the session, as what waits to be sent does. */
const RECORD = 'draft:firmLessons'
const lockOf = (key: string) => `pursuit-adding-${key}`

const change = (key: string, some: Partial<Adding>) =>
  useAdding.setState(({ all }) => ({ all: all.map((one) => (one.key === key ? { ...one, ...some } : one)) }))

const storedByDevice = async (engine: Engine) =>
  (await engine.readRecord<Kept[]>(RECORD).catch(() => undefined))?.value ?? []

/** One after another: each writes what the one before has written. */
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

/** Makes the lesson as soon as its video has arrived. */
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
  // Other tabs leave it to this one.
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
    toast({ message: `“${title}” is added.`, color: 'green' })
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'cancelled') remove({ engine, key })
    else {
      // What has arrived is kept for a day: after that, the file is chosen again.
      const isForgotten = thrown instanceof ApiError && thrown.status === 404
      change(key, { problem: problemOf(thrown), ...(isForgotten && { sending: null, sent: undefined }) })
      if (isForgotten) keep({ ...one, sent: undefined })
    }
  }
  end()
}

/** What a closed tab has left: made, where the video has arrived; otherwise it waits for its file. */
export async function comeBack(engine: Engine): Promise<void> {
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
  const known = new Set(useAdding.getState().all.map(({ key }) => key))
  const left = (await storedByDevice(engine)).filter(({ key }) => !held.has(lockOf(key)) && !known.has(key))
  const back = left.map((one): Adding => ({ ...one, engine, sending: null, problem: null }))
  useAdding.setState(({ all }) => ({ all: [...all, ...back.filter(({ key }) => all.every((one) => one.key !== key))] }))
  for (const one of back) if (one.sent) void make(one)
}

/** The file was chosen again. */
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
