// What of a lesson was really played, and when it is done. Pure: the device and the server decide by it alike.

/** Whole seconds of a video, from the first up to, not including, the second. */
export type Range = readonly [from: number, to: number]

/** A lesson is done from this much of its seconds on. */
export const DONE_PERCENT = 95
/** How often a player reports while it plays. */
export const REPORT_SECONDS = 5

/** All seconds that are in one of the ranges: in order, none touching the next, the same whatever the order they came in. */
export function mergeRanges(...lists: readonly (readonly Range[])[]): Range[] {
  const merged: Range[] = []
  for (const [from, to] of lists.flat().sort((one, other) => one[0] - other[0])) {
    if (to <= from) continue
    const last = merged.at(-1)
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)]
    else merged.push([from, to])
  }
  return merged
}

/** The ranges as far as they lie in a video of so many seconds. */
export function cutRanges(ranges: readonly Range[], seconds: number): Range[] {
  return mergeRanges(ranges.map(([from, to]) => [Math.max(0, from), Math.min(seconds, to)]))
}

/** The parts of a video that were not played, in order. */
export function unseenRanges(ranges: readonly Range[], seconds: number): Range[] {
  const seen = cutRanges(ranges, seconds)
  const starts = [0, ...seen.map(([, to]) => to)]
  const ends = [...seen.map(([from]) => from), seconds]
  return starts.flatMap((from, at): Range[] => {
    const to = ends[at] ?? seconds
    return from < to ? [[from, to]] : []
  })
}

/** How far somebody is: seconds really played, percent rounded down (100 is the whole video), done from 95 % on. */
export function progressOf(
  ranges: readonly Range[],
  seconds: number,
): { seconds: number; percent: number; isDone: boolean } {
  const played = cutRanges(ranges, seconds).reduce((sum, [from, to]) => sum + to - from, 0)
  if (seconds <= 0) return { seconds: 0, percent: 0, isDone: false }
  return {
    seconds: played,
    percent: Math.floor((played * 100) / seconds),
    isDone: played * 100 >= seconds * DONE_PERCENT,
  }
}

/**
 * What a report without ranges counts: from the last reported second on, at most as many seconds as have passed since. The first
 * report counts what one interval plays. `passed`: seconds since the last report.
 */
export function rangeSince(last: { resume: number; passed: number } | null, watched: number): Range[] {
  if (!last) return mergeRanges([[Math.max(0, watched - REPORT_SECONDS), watched]])
  return mergeRanges([[last.resume, Math.min(watched, last.resume + Math.max(0, Math.floor(last.passed)))]])
}
