// Lessons that are on their way: they go on while the person is elsewhere in the product, and stand in the list at once.
import { create } from 'zustand'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import type { SendingVideo } from '../../videos/client/sendVideo.ts'
import { firmContentRoutes as routes } from '../contract.ts'

export type Adding = {
  key: string
  title: string
  description: string
  captions: string | undefined
  sending: SendingVideo
  /** Why it could not be made; null while it goes on. */
  problem: string | null
}

export const useAdding = create<{ all: readonly Adding[] /** Grows with each one that is made. */; made: number }>(
  () => ({
    all: [],
    made: 0,
  }),
)

const change = (key: string, some: Partial<Adding>) =>
  useAdding.setState(({ all }) => ({ all: all.map((one) => (one.key === key ? { ...one, ...some } : one)) }))
const remove = (key: string) => useAdding.setState(({ all }) => ({ all: all.filter((one) => one.key !== key) }))

/** Makes the lesson as soon as its video has arrived. */
export function addLesson(given: Omit<Adding, 'key' | 'problem'>): void {
  const one = { ...given, key: crypto.randomUUID(), problem: null }
  useAdding.setState(({ all }) => ({ all: [one, ...all] }))
  void make(one)
}

export async function make({ key, title, description, captions, sending }: Adding): Promise<void> {
  change(key, { problem: null })
  try {
    const sent = await sending.done
    await call(routes.add, { body: { title, description, ...sent, ...(captions !== undefined && { captions }) } })
    remove(key)
    useAdding.setState(({ made }) => ({ made: made + 1 }))
    toast({ message: `“${title}” is added.`, color: 'green' })
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'cancelled') remove(key)
    else change(key, { problem: problemOf(thrown) })
  }
}

export function cancel({ key, sending }: Adding): void {
  sending.upload.cancel()
  remove(key)
}
