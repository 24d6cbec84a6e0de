// Provides a video's source: this device if stored here, otherwise the server, whose URLs expire.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Media } from '#core/contract/video.ts'
import { ApiError } from '../api.ts'
import { lookFor, useKeeping } from './offlineVideos.ts'

export type PlayedMedia = Pick<Media, 'urls' | 'poster' | 'type'>

/** `kept` is the stored version, or null for the server's video. */
export type VideoSource = { url: string; poster: string | null; kept: string | null }
type State = { source: VideoSource | null; problem: string | null }

/** After more failures in a row, something else is wrong. */
const MOST_TRIES = 3
const offline = 'There is no internet connection. Videos saved on this device still play.'
const broken = 'This video can’t play here. Try again, or use another browser.'

/**
 * `again` finds another source or reports why there is none. Call `plays` when it plays. `onLeave` is called before
 * another source replaces one that plays.
 */
export function useSource(id: string, load: () => Promise<PlayedMedia>, onLeave: () => void) {
  const [state, setState] = useState<State>({ source: null, problem: null })
  const newest = useRef(load)
  newest.current = load
  const tries = useRef(0)

  const find = useCallback(
    async (isKeptBroken: boolean) => {
      const kept = isKeptBroken ? null : await lookFor(id).catch(() => null)
      if (kept) return { url: kept.url, poster: kept.poster, kept: kept.version }
      const { urls, poster } = await newest.current()
      // When a hosting service fails, the next URL is Pursuit's own.
      const url = urls[Math.min(tries.current, urls.length - 1)]
      if (!url) throw new Error('A video without an address.')
      return { url, poster, kept: null }
    },
    [id],
  )
  const look = useCallback(
    (isKeptBroken = false) => {
      let isOver = false
      setState((before) => ({ ...before, problem: null }))
      find(isKeptBroken).then(
        (source) => !isOver && setState({ source, problem: null }),
        (error: unknown) => !isOver && setState({ source: null, problem: problemOf(error) }),
      )
      return () => {
        isOver = true
      }
    },
    [find],
  )
  useEffect(() => {
    tries.current = 0
    setState({ source: null, problem: null })
    return look()
  }, [look])
  // A newer version has replaced the stored one that was playing.
  const version = useKeeping(id)?.kept?.version
  const played = state.source?.kept
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (!played || !version || played === version) return
    leave.current()
    return look()
  }, [played, version, look])
  useEffect(() => {
    if (state.problem === null) return
    const goOn = () => {
      tries.current = 0
      look()
    }
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [state.problem, look])

  return {
    ...state,
    again: useCallback(() => {
      if (++tries.current > MOST_TRIES) setState({ source: null, problem: navigator.onLine ? broken : offline })
      else look(tries.current > 1)
    }, [look]),
    plays: useCallback(() => {
      tries.current = 0
    }, []),
    tryAgain: useCallback(() => {
      tries.current = 0
      look()
    }, [look]),
  }
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError && error.status !== 0) return error.message
  return navigator.onLine && !(error instanceof ApiError) ? broken : offline
}
