// Where a video stands, for all that follows it: its transcript, the lines below it, a bar of what was played.
import { useState, useSyncExternalStore } from 'react'
import type { Cue } from '#core/contract/captions.ts'
import { cueAt } from '#core/contract/captions.ts'

/** One video on a page, shared by the player and what stands around it. Seconds everywhere. */
export type Playing = {
  second: () => number
  isRunning: () => boolean
  /** Goes there, and plays unless told otherwise. Before the video is there it is remembered. */
  seekTo: (second: number, options?: { isStill?: boolean }) => void
  pause: () => void
  /** Hears of each change of place; the answer ends that. */
  subscribe: (listener: () => void) => () => void
}

type Seek = { second: number; isStill: boolean }
type Attached = { seek: (to: Seek) => void; pause: () => void }

/** What the player itself does with it. */
export type Playback = Playing & {
  tell: (state: { second: number; isRunning: boolean }) => void
  /** Takes over what was asked for before; the answer lets go again. */
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

/** For the page that shows a video: hand it to `Player` and to what follows it. */
export const usePlaying = (): Playback => useState(openPlaying)[0]

/** The whole second at which it stands; drawn again when that changes. */
export const useSecond = (playing: Playing): number =>
  useSyncExternalStore(playing.subscribe, () => Math.floor(playing.second()))

/** Which of these is being said; -1 before the first. Drawn again when another one is. */
export const useCueAt = (playing: Playing, cues: readonly Cue[]): number =>
  useSyncExternalStore(playing.subscribe, () => cueAt(cues, playing.second()))
