// Messages from and to the page around the frame. Only our own origin is accepted.
import { useSyncExternalStore } from 'react'
import type { FromFrame, ToFrame } from '../../contract.ts'

let told: ToFrame | null = null
const listeners = new Set<() => void>()

addEventListener('message', ({ origin, source, data }: MessageEvent) => {
  if (origin !== location.origin || source !== parent || parent === window || data?.kpi !== 'show') return
  told = data as ToFrame
  for (const hear of listeners) hear()
})

const subscribe = (hear: () => void) => {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Returns the last message of the page, or null. */
export const useParentMessage = (): ToFrame | null => useSyncExternalStore(subscribe, () => told)

export const sendToParent = (what: FromFrame): void => parent.postMessage(what, location.origin)
