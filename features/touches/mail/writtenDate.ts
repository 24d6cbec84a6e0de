// Reads a date that a program wrote for a person: 'Monday, January 5, 2026 3:04 PM', 'lundi 5 janvier 2026 15:04'.
import { instantOf } from '#core/contract/dates.ts'
import { monthOf } from './headerWords.ts'

/** Returns null for an unreadable date, and for one that can mean two days. */
export function instantOfWritten(written: string, zone: string, latest: string): string | null {
  const text = written.slice(0, 120)
  const day = dayIn(text)
  if (!day) return null
  const [, hours = '', minutes = '00', seconds = '00', half] =
    /\b(\d{1,2})[:.h](\d\d)(?:[:.](\d\d))?\s*([ap]\.?\s?m\b)?/i.exec(text.slice(day.end)) ?? []
  const noon = /^p/i.test(half ?? '') ? 12 : 0
  const hour = half ? (Number(hours) % 12) + noon : Number(hours || '0')
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const stamp = `${day.day} ${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
  const [, sign, ahead, behind = '00'] = /(?:GMT|UTC)?\s?([+-])(\d\d):?(\d\d)\b/.exec(text.slice(day.end)) ?? []
  const minutesAhead = sign ? (Number(ahead) * 60 + Number(behind)) * (sign === '-' ? -1 : 1) : null
  const at =
    minutesAhead === null
      ? instantOf(zone, stamp)
      : new Date(Date.parse(`${stamp.replace(' ', 'T')}Z`) - minutesAhead * 60_000).toISOString()
  return at > latest ? latest : at
}

function dayIn(text: string): { day: string; end: number } | null {
  const byName =
    /\b(\d{1,2})(?:\.|er|st|nd|rd|th)?\s+(?:de\s+|of\s+)?(\p{L}{3,12})\.?,?\s+(?:del?\s+)?(\d{4})\b/iu.exec(text)
  if (byName) return dayOf(byName, byName[3]!, monthOf(byName[2]!), byName[1]!)
  const american = /(?<!\p{L})(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/iu.exec(text)
  if (american) return dayOf(american, american[3]!, monthOf(american[1]!), american[2]!)
  const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(text)
  if (iso) return dayOf(iso, iso[1]!, Number(iso[2]), iso[3]!)
  const german = /\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)\b/.exec(text)
  if (german) return dayOf(german, german[3]!, Number(german[2]), german[1]!)
  const slashed = /\b(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)\b/.exec(text)
  if (!slashed) return null
  const [first, second] = [Number(slashed[1]), Number(slashed[2])]
  // 5/1 is in May or in January, by the program's country.
  if (first <= 12 && second <= 12 && first !== second) return null
  return first > 12 ? dayOf(slashed, slashed[3]!, second, `${first}`) : dayOf(slashed, slashed[3]!, first, `${second}`)
}

function dayOf(found: RegExpExecArray, year: string, month: number | undefined, date: string) {
  if (!month || month > 12) return null
  const whole = year.length === 2 ? `20${year}` : year
  const day = `${whole}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  if (whole < '1980' || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return null
  return { day, end: found.index + found[0].length }
}
