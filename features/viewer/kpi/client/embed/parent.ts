// The page around the frame: what it says, and what it is told. Only a page of our own origin is listened to.
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

/** The last that the page has said; null before. */
export const useParentMessage = (): ToFrame | null => useSyncExternalStore(subscribe, () => told)

export const sendToParent = (what: FromFrame): void => parent.postMessage(what, location.origin)
