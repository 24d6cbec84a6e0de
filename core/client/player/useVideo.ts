// Connects the video element to the player.
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import type { Playback } from './playing.ts'
import { Recorder } from './recorder.ts'
import { secondIn, seekTo } from './seeking.ts'
import type { VideoSource } from './useSource.ts'

/** Source: the specification, section 9. */
const REPORT_MS = 5000
/** Stopping this close to the end restarts the video. */
const END_SECONDS = 2

type Options = {
  video: RefObject<HTMLVideoElement | null>
  playing: Playback
  /** Null while it is unknown. */
  source: VideoSource | null
  /** Position and running state when the source ended. */
  before: RefObject<Before>
  /** A new value also seeks, until the person plays or seeks here. */
  from: number
  speed: number
  /** Called after every 5 seconds of playback, at the end, on pause, and when the page closes. */
  onPlayed: (ranges: [number, number][], second: number) => void
  onEnded?: (() => void) | undefined
  onBroken: () => void
  onPlays: () => void
}

type Shown = { isRunning: boolean; isWaiting: boolean; second: number; seconds: number; buffered: number }
const nothing: Shown = { isRunning: false, isWaiting: false, second: 0, seconds: 0, buffered: 0 }

export function useVideo(options: Options): Shown {
  const { video, playing, source, before, from, speed } = options
  const [shown, setShown] = useState(nothing)
  const given = useRef(options)
  given.current = options
  const hasRun = useRef(false)

  useEffect(() => {
    const element = video.current
    if (!element || source === null) return
    // The browser doesn't retry the same URL by itself.
    if (element.error) element.load()
    const stop = listen(element, { given, before, hasRun, setShown })
    const letGo = playing.attach({
      seek({ second, isStill }) {
        const go = () => {
          seekTo(element, Math.min(second, element.duration || second))
        }
        if (element.readyState > 0) go()
        else element.addEventListener('loadedmetadata', go, { once: true })
        if (!isStill) void element.play().catch(() => undefined)
      },
      pause: () => element.pause(),
    })
    return () => {
      letGo()
      stop()
    }
  }, [video, playing, source, before])

  // Another device's position applies until something is played or sought here.
  const put = useRef(from)
  useEffect(() => {
    const element = video.current
    const last = put.current
    put.current = from
    if (!element || element.readyState === 0 || hasRun.current) return
    if (Math.abs(secondIn(element) - startOf(last, element)) < 1) seekTo(element, startOf(from, element))
  }, [video, from])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new source begins with the plain speed
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed
  }, [video, speed, source])
  return shown
}

export type Before = { second: number; isRunning: boolean } | null

export const playbackPosition = (video: HTMLVideoElement | null): Before =>
  video && video.readyState > 0 ? { second: video.currentTime, isRunning: !video.paused } : null

const startOf = (from: number, { duration }: HTMLVideoElement) => (from < duration - END_SECONDS ? from : 0)

type Listening = {
  given: RefObject<Options>
  before: RefObject<Before>
  hasRun: RefObject<boolean>
  setShown: Dispatch<SetStateAction<Shown>>
}

/** Returns a function that stops listening and reports the last range. */
function listen(element: HTMLVideoElement, { given, before, hasRun, setShown }: Listening): () => void {
  const recorder = new Recorder()
  const tell = () => {
    const { duration, buffered, paused, ended } = element
    const second = secondIn(element)
    const isRunning = !paused && !ended
    given.current.playing.tell({ second, isRunning })
    setShown((last) => ({
      ...last,
      isRunning,
      second,
      seconds: Number.isFinite(duration) ? duration : 0,
      buffered: buffered.length > 0 ? buffered.end(buffered.length - 1) : 0,
    }))
  }
  const note = () => !element.seeking && recorder.at(element.currentTime)
  const report = () => {
    const ranges = recorder.take()
    const [, to] = ranges.at(-1) ?? [0, 0]
    // A source that was just replaced is at its beginning.
    if (ranges.length > 0) given.current.onPlayed(ranges, element.readyState > 0 ? element.currentTime : to)
  }
  let timer: ReturnType<typeof setInterval> | undefined
  const on: Partial<Record<keyof HTMLVideoElementEventMap, () => void>> = {
    loadedmetadata() {
      const last = before.current
      const start = last?.second ?? startOf(given.current.from, element)
      // Requests made before the video loaded take precedence.
      if (start > 0 && element.currentTime === 0) element.currentTime = start
      if (last?.isRunning) void element.play().catch(() => undefined)
      before.current = null
      tell()
    },
    play: tell,
    playing() {
      hasRun.current = true
      note()
      clearInterval(timer)
      timer = setInterval(report, REPORT_MS)
      setShown((last) => ({ ...last, isWaiting: false }))
      given.current.onPlays()
    },
    timeupdate() {
      if (!element.paused) note()
      tell()
    },
    seeking() {
      recorder.cut()
      tell()
    },
    seeked: tell,
    waiting: () => setShown((last) => ({ ...last, isWaiting: true })),
    canplay: () => setShown((last) => ({ ...last, isWaiting: false })),
    progress: tell,
    durationchange: tell,
    pause() {
      note()
      recorder.cut()
      clearInterval(timer)
      report()
      tell()
    },
    ended() {
      recorder.at(element.duration)
      recorder.cut()
      report()
      tell()
      given.current.onEnded?.()
    },
    error() {
      before.current = { second: element.currentTime || (before.current?.second ?? 0), isRunning: !element.paused }
      recorder.cut()
      report()
      given.current.onBroken()
    },
  }
  const entries = Object.entries(on)
  for (const [name, listener] of entries) element.addEventListener(name, listener)
  const leave = () => {
    if (!element.paused) note()
    report()
  }
  const hide = () => document.visibilityState === 'hidden' && leave()
  document.addEventListener('visibilitychange', hide)
  addEventListener('pagehide', leave)
  return () => {
    leave()
    clearInterval(timer)
    for (const [name, listener] of entries) element.removeEventListener(name, listener)
    document.removeEventListener('visibilitychange', hide)
    removeEventListener('pagehide', leave)
  }
}
