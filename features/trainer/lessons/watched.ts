// Computes a person's progress in a lesson from reports. Pure, and shared by the device and the server.
import { stampIn } from '#core/contract/dates.ts'
import { isPlayed, mergePlayed, type Played, percentOf, secondsIn, unplayed } from '#core/contract/playing.ts'
import { type LessonProgressRow, limits, type Watched } from './contract.ts'

/** Seconds between two reports during playback. Source: specification, section 9. */
export const REPORT_SECONDS = 5

/** Current second, the ranges played since the last report, and the instant. */
export type PlayReport = { watched: number; ranges: Played; when: string }

/**
 * Returns the progress after a report on a video of `length` seconds. The result doesn't depend on the order or
 * repetition of reports: ranges are united, the latest report sets the position, and completion is permanent. Returns
 * the same row if nothing is new.
 */
export function withReport(
  before: LessonProgressRow | null,
  id: string,
  length: number,
  { watched, ranges: told, when }: PlayReport,
): LessonProgressRow {
  // Ranges of a longer, replaced video are preserved.
  const ranges = mergePlayed(limits.seconds, before?.ranges ?? [], mergePlayed(length, told))
  const isLatest = !before || isLater({ when, at: watched }, { when: before.when, at: before.resume })
  const isDone = before?.done === 'yes' || isPlayed(mergePlayed(length, ranges), length)
  const after: LessonProgressRow = {
    id,
    ranges,
    resume: isLatest ? Math.min(watched, length) : before.resume,
    when: isLatest ? when : before.when,
    done: isDone ? 'yes' : 'no',
  }
  return before && isSame(before, after) ? before : after
}

/** If two reports have the same instant, the one that is further along wins, regardless of the order of arrival. */
export const isLater = (one: { when: string; at: number }, other: { when: string; at: number }): boolean =>
  one.when > other.when || (one.when === other.when && one.at > other.at)

const isSame = (one: LessonProgressRow, other: LessonProgressRow) =>
  one.resume === other.resume &&
  one.when === other.when &&
  one.done === other.done &&
  String(one.ranges) === String(other.ranges)

/**
 * Returns what a report without ranges counts: from the last reported second, at most the seconds that have passed
 * since. The first report counts one interval. `now` is the server's time.
 */
export function playedSince(
  last: { resume: number; reported: string } | null,
  watched: number,
  now: string,
): [number, number][] {
  const from = last ? last.resume : Math.max(0, watched - REPORT_SECONDS)
  const passed = last ? Math.max(0, Math.floor((Date.parse(now) - Date.parse(last.reported)) / 1000)) : REPORT_SECONDS
  const to = Math.min(watched, from + passed)
  return from < to ? [[from, to]] : []
}

/** A stop within this many seconds of the end counts as the end. */
const AT_END = 3

/**
 * Returns the second at which a video of `seconds` resumes: where the person stopped or, at the end, the start of the
 * first unwatched part.
 */
export function goesOnAt(second: number, ranges: Played, seconds: number): number {
  if (second <= seconds - AT_END) return second
  return unplayed(ranges, seconds)[0]?.[0] ?? 0
}

/** Formats progress for the API and the screens. `length` is the video's current duration in seconds. */
export function watchedOf(progress: LessonProgressRow | null | undefined, length: number, zone: string): Watched {
  if (!progress) return { when: null, seconds: 0, percent: 0, done: 'no', ranges: [], resume: 0, at: null }
  const ranges = mergePlayed(length, progress.ranges)
  return {
    when: stampIn(zone, progress.when),
    seconds: secondsIn(ranges),
    percent: percentOf(ranges, length),
    done: progress.done,
    ranges,
    resume: Math.min(progress.resume, length),
    at: progress.when,
  }
}
