// The position of a video, shared with the components that follow it.
import { useState, useSyncExternalStore } from 'react'
import type { Cue } from '#core/contract/captions.ts'
import { cueAt } from '#core/contract/captions.ts'

/** Times are in seconds. */
export type Playing = {
  second: () => number
  isRunning: () => boolean
  /** Plays unless `isStill` is set. A call before the video has loaded is remembered. */
  seekTo: (second: number, options?: { isStill?: boolean }) => void
  pause: () => void
  /** Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

type Seek = { second: number; isStill: boolean }
type Attached = { seek: (to: Seek) => void; pause: () => void }

/** For the player itself. */
export type Playback = Playing & {
  tell: (state: { second: number; isRunning: boolean }) => void
  /** Applies an earlier seek. Returns a function that disconnects the video. */
  attach: (video: Attached) => () => void
}

export function openPlaying(): Playback {
  let state = { second: 0, isRunning: false }
  let attached: Attached | null = null
  let waiting: Seek | null = null
  const listeners = new Set<() => void>()
  return {
    second: () => state.second,
    isRunning: () => state.isRunning,
    seekTo(second, { isStill = false } = {}) {
      const seek = { second, isStill }
      if (attached) attached.seek(seek)
      else waiting = seek
    },
    pause: () => attached?.pause(),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(now) {
      state = now
      for (const listener of listeners) listener()
    },
    attach(video) {
      attached = video
      if (waiting) video.seek(waiting)
      waiting = null
      return () => {
        if (attached === video) attached = null
      }
    },
  }
}

/** Pass the result to `Player` and the components that follow it. */
export const usePlaying = (): Playback => useState(openPlaying)[0]

/** Rerenders when the whole second changes. */
export const useSecond = (playing: Playing): number =>
  useSyncExternalStore(playing.subscribe, () => Math.floor(playing.second()))

/** Returns -1 before the first. Rerenders when it changes. */
export const useCueAt = (playing: Playing, cues: readonly Cue[]): number =>
  useSyncExternalStore(playing.subscribe, () => cueAt(cues, playing.second()))
