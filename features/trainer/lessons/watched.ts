// How far somebody is in a lesson, and what a report makes of it. Pure: the device and the server decide by it alike.
import { stampIn } from '#core/contract/dates.ts'
import { isPlayed, mergePlayed, type Played, percentOf, secondsIn, unplayed } from '#core/contract/playing.ts'
import { type LessonProgressRow, limits, type Watched } from './contract.ts'

/** Seconds between two reports of a player that plays. Source: specification, section 9. */
export const REPORT_SECONDS = 5

/** What a report says: where playing stands, what was really played since the last one, and when. */
export type PlayReport = { watched: number; ranges: Played; when: string }

/**
 * The person's progress with what a report adds, of a video of `length` seconds. Whatever the order in which reports come, and however
 * often, it is the same: seconds are united, the latest says where playing goes on, and what is done stays so. The very same row where
 * nothing is new.
 */
export function withReport(
  before: LessonProgressRow | null,
  id: string,
  length: number,
  { watched, ranges: told, when }: PlayReport,
): LessonProgressRow {
  // What was played of a longer video that was replaced is kept.
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

/** Of two reports of one instant the one that is further on stands: the same whichever comes first. */
export const isLater = (one: { when: string; at: number }, other: { when: string; at: number }): boolean =>
  one.when > other.when || (one.when === other.when && one.at > other.at)

const isSame = (one: LessonProgressRow, other: LessonProgressRow) =>
  one.resume === other.resume &&
  one.when === other.when &&
  one.done === other.done &&
  String(one.ranges) === String(other.ranges)

/**
 * What a report without ranges counts: from the last reported second on, at most as many seconds as have passed since. The first report
 * counts what one interval plays. `now` is the server's clock.
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

/** Who stopped in the last seconds goes on elsewhere. */
const AT_END = 3

/** The second at which a video of `seconds` goes on: where the person stopped; at the end, where the first part begins that they have not watched. */
export function goesOnAt(second: number, ranges: Played, seconds: number): number {
  if (second <= seconds - AT_END) return second
  return unplayed(ranges, seconds)[0]?.[0] ?? 0
}

/** Progress as the API and the screens say it, of a video that is `length` seconds long now. */
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
