// Dates of events in a calendar file: its own time zones, Windows zones, and the next occurrence of a series.
import ICAL from 'ical.js'
import type { CardLine } from './contentLines.ts'
import { addDays, dayIn, instantOf, isZone } from './dates.ts'
import { zoneOfWindows } from './windowsZones.ts'

/** Converts a local time in a zone, 'YYYY-MM-DD HH:mm:ss', into an instant. */
type Clocks = (stamp: string) => string
export type Zones = ReadonlyMap<string, Clocks>

/** Real zones change a few dozen times, twice a year at most. */
const MOST_ZONES = 20
const MOST_RULES = 60

/** Reads the time zones that the file defines. Skips invalid ones, and rules that would take seconds to expand. */
export function zonesOf(text: string): Zones {
  const zones = new Map<string, Clocks>()
  for (const block of zoneBlocksOf(text)) {
    try {
      if (!isCheap(block)) continue
      const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(block) as unknown[]))
      // A block without rules would treat every time as UTC.
      if (!zone.component?.getFirstSubcomponent()) continue
      zones.set(zone.tzid, (stamp) => {
        const time = ICAL.Time.fromDateTimeString(stamp.replace(' ', 'T'))
        time.zone = zone
        return new Date(time.toUnixTime() * 1000).toISOString()
      })
    } catch {}
  }
  return zones
}

/** Reads line by line, because a search across blocks that never end takes quadratic time. */
function zoneBlocksOf(text: string): string[] {
  const blocks: string[] = []
  let block: string[] | null = null
  for (const line of text.split('\n')) {
    if (/^BEGIN:VTIMEZONE\s*$/i.test(line)) block = []
    block?.push(line)
    if (!block || !/^END:VTIMEZONE\s*$/i.test(line)) continue
    blocks.push(block.join('\n'))
    if (blocks.length === MOST_ZONES) break
    block = null
  }
  return blocks
}

/** Outlook writes two rules that begin in 1601. Others begin later. */
const MOST_YEARS = 1_500

/** Each year of a rule takes time, and rules with lists take it several times. */
function isCheap(block: string): boolean {
  const [, ...rules] = block.split(/^BEGIN:(?:STANDARD|DAYLIGHT)/im, MOST_RULES + 2)
  if (rules.length > MOST_RULES || block.length > 50_000) return false
  let years = 0
  for (const rule of rules) {
    const repeat = /^RRULE:(.*)$/im.exec(rule)?.[1]
    if (repeat === undefined) continue
    if (!/FREQ=YEARLY/i.test(repeat) || /BY(HOUR|MINUTE|SECOND|YEARDAY|WEEKNO|SETPOS)=/i.test(repeat)) return false
    if (/BY(DAY|MONTH)=[^;]*,/i.test(repeat)) return false
    const start = Number(/^DTSTART[^:]*:(\d{4})/im.exec(rule)?.[1] ?? 0)
    years += Math.max(0, Number(/UNTIL=(\d{4})/i.exec(repeat)?.[1] ?? 2040) - start)
  }
  return years <= MOST_YEARS
}

/**
 * Resolves zone names of other programs, including '/freeassociation.sourceforge.net/Europe/Berlin'. Returns null for
 * the reader's local time.
 */
function clocksOf(tzid: string | undefined, zones: Zones): Clocks | null {
  const name = tzid?.slice(0, 200).replace(/^"|"$/g, '').trim()
  if (!name) return null
  const known = [name, zoneOfWindows(name), /[A-Z]\w+\/[\w/+-]+$/.exec(name)?.[0]].find((one) => one && isZone(one))
  return known ? (stamp) => instantOf(known, stamp) : (zones.get(name) ?? null)
}

/** Parses a DTSTART or similar value with its zone. Returns null for an invalid date. */
type Moment = { stamp: string; isDay: boolean; clocks: Clocks | null }

function momentOf({ value, parameters }: Pick<CardLine, 'value' | 'parameters'>, zones: Zones): Moment | null {
  const [, year, month, date, hour, minute, second, utc] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?/.exec(value.trim()) ?? []
  const day = `${year}-${month}-${date}`
  const at = new Date(`${day}T00:00:00Z`)
  if (!date || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return null
  const clock = `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`
  const isDay = hour === undefined || Number.isNaN(Date.parse(`${day}T${clock}Z`))
  const clocks = utc ? (stamp: string) => instantOf('UTC', stamp) : clocksOf(parameters.TZID, zones)
  return { stamp: isDay ? `${day} 00:00:00` : `${day} ${clock}`, isDay, clocks: isDay ? null : clocks }
}

/** An instant of a meeting, or a whole day from midnight in `zone`. Times without a zone are in `zone`. */
export function instantOfLine(
  line: Pick<CardLine, 'value' | 'parameters'>,
  zones: Zones,
  zone: string,
): { at: string; isAllDay: boolean } | null {
  const moment = momentOf(line, zones)
  if (!moment) return null
  const at = moment.clocks ? moment.clocks(moment.stamp) : instantOf(zone, moment.stamp)
  return { at, isAllDay: moment.isDay }
}

/** Returns the day in the firm's zone. */
const dayOf = ({ stamp, clocks }: Moment, zone: string) => (clocks ? dayIn(zone, clocks(stamp)) : stamp.slice(0, 10))

type Asking = { zone: string; today: string; zones: Zones }
/** An occurrence of a series that was moved or canceled. */
type Exception = { lines: readonly CardLine[]; isCanceled: boolean }

/** A series uses its next occurrence from today on, or the last. '' for an invalid date. */
export function dayOfEvent(
  lines: readonly CardLine[],
  exceptions: readonly Exception[],
  { zone, today, zones }: Asking,
): string {
  const named = (name: string) => lines.filter((line) => line.name === name)
  const [line] = [...named('DTSTART'), ...named('DUE')]
  const start = line ? momentOf(line, zones) : null
  if (!start) return ''
  const [rule] = named('RRULE')
  const momentsOf = (name: string) =>
    named(name).flatMap(({ value, parameters }) =>
      value.split(/[,\s]/).flatMap((one) => momentOf({ value: one, parameters }, zones) ?? []),
    )
  const moments = [
    ...(rule ? occurrences(rule.value, start, zones, addDays(today, -2)) : [start]),
    ...momentsOf('RDATE'),
  ]
  const keyOf = (moment: Moment) => (moment.clocks ? moment.clocks(moment.stamp) : moment.stamp)
  const left = new Set(momentsOf('EXDATE').map(keyOf))
  const others: Moment[] = []
  for (const { lines: inside, isCanceled } of exceptions) {
    const at = (name: string) => inside.find((one) => one.name === name)
    const [replaced, other] = [at('RECURRENCE-ID'), at('DTSTART')].map((one) => one && momentOf(one, zones))
    if (replaced) left.add(keyOf(replaced))
    if (other && !isCanceled) others.push(other)
  }
  const days = [...moments.filter((moment) => !left.has(keyOf(moment))), ...others]
    .map((moment) => dayOf(moment, zone))
    .toSorted()
  return days.find((day) => day >= today) ?? days.at(-1) ?? ''
}

/** More than a daily meeting in forty years. Limits a rule for every second. */
const MOST = 15_000
/** Occurrences to check from the wanted day on, in case the next ones are canceled. */
const AHEAD = 400

/** Occurrences in the series' zone: a few before the day, some hundred from it on. */
function occurrences(rule: string, start: Moment, zones: Zones, from: string): Moment[] {
  try {
    const recur = ICAL.Recur.fromString(rule)
    // An end in UTC is compared as an instant, not in the meeting's zone.
    const until = recur.until && momentOf({ value: /UNTIL=([\dTZ]+)/i.exec(rule)?.[1] ?? '', parameters: {} }, zones)
    if (until) recur.until = null
    const isOver = (at: Moment) =>
      until !== null &&
      (until.isDay || !until.clocks || !at.clocks
        ? at.stamp.slice(0, 10) > until.stamp.slice(0, 10)
        : at.clocks(at.stamp) > until.clocks(until.stamp))
    const iterator = recur.iterator(ICAL.Time.fromDateTimeString(start.stamp.replace(' ', 'T')))
    const found: Moment[] = []
    let ahead = 0
    for (let count = 0; count < MOST && ahead < AHEAD; count++) {
      const next = iterator.next()
      const moment = next && { ...start, stamp: next.toString().replace('T', ' ') }
      if (!moment || isOver(moment)) break
      if (moment.stamp >= from) ahead++
      // Only the last occurrence before the day is needed.
      else found.length = 0
      found.push(moment)
    }
    return found.length > 0 ? found : [start]
  } catch {
    return [start]
  }
}
