// Seconds of a video that were really played. Device and server compute the same. Pure.
import { z } from 'zod'

/** Start, and the second after the last: [0, 5] is five seconds. */
export type Played = readonly (readonly [from: number, to: number])[]

const second = z.number().min(0).max(1_000_000)

/** Rejects negative, reversed, and endless ranges. */
export const Played = z
  .array(
    z
      .tuple([second, second])
      .refine(([from, to]) => from <= to, 'A range ends before it begins.')
      .readonly(),
  )
  .max(1000)
  .readonly()

/** Share of a lesson that must be played to complete it. Source: RULINGS, section 6. */
export const DONE_SHARE = 0.95

/**
 * Merges ranges into a sorted list of whole seconds below `seconds`, in any order. Ends are rounded, so that adjacent
 * pieces touch.
 */
export function mergePlayed(seconds: number, ...lists: readonly Played[]): [number, number][] {
  const last = Math.round(seconds)
  const within = (at: number) => Math.min(last, Math.max(0, Math.round(at)))
  const given = lists
    .flat()
    .map(([from, to]): [number, number] => [within(from), within(to)])
    .filter(([from, to]) => from < to)
    .toSorted((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [from, to] of given) {
    const before = merged.at(-1)
    if (before && from <= before[1]) before[1] = Math.max(before[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Counts the seconds in merged ranges. */
export const secondsIn = (played: Played): number => played.reduce((sum, [from, to]) => sum + to - from, 0)

/** Rounds down, so that 100 means all of it. Requires merged ranges. */
export const percentOf = (played: Played, seconds: number): number =>
  seconds <= 0 ? 0 : Math.min(100, Math.floor((100 * secondsIn(played)) / Math.max(1, Math.round(seconds))))

export const isPlayed = (played: Played, seconds: number): boolean =>
  seconds > 0 && secondsIn(played) >= DONE_SHARE * Math.round(seconds)

/** Returns the ranges that weren't played. Requires merged ranges. */
export function unplayed(played: Played, seconds: number): [number, number][] {
  const gaps: [number, number][] = []
  let at = 0
  for (const [from, to] of [...played, [Math.round(seconds), Math.round(seconds)] as const]) {
    if (from > at) gaps.push([at, from])
    at = Math.max(at, to)
  }
  return gaps
}

/** 521.4 is '8:41', 3725 is '1:02:05'. */
export function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const end = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${end}` : `${minutes}:${end}`
}

/** Formats `mm:ss` even beyond an hour: '75:00'. Source: specification, section 9. */
export const durationOf = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
