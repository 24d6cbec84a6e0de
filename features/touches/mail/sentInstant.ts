// Reads the date of an email's header. Browsers read odd dates differently, so they don't decide.
import { monthOf } from './headerWords.ts'

const zones: Readonly<Record<string, number>> = {
  UT: 0,
  UTC: 0,
  GMT: 0,
  Z: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  CET: 1,
  CEST: 2,
}

/** Returns null for an unreadable date, and the arrival for a later one. */
export function sentInstant(written: string, arrivedAt: string): string | null {
  const [, date = '', month = '', year = '', hour = '', minute = '', second = '00', zone = ''] =
    /(\d{1,2})[\s-]+(\p{L}{3,9})\.?[\s-]+(\d{2,4})\s+(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?:\s*([+-]\d{4}|[A-Z]{1,4}))?/u.exec(
      written.slice(0, 200),
    ) ?? []
  const place = monthOf(month)
  if (!place) return null
  const whole = year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year
  const local = Date.parse(
    `${whole}-${String(place).padStart(2, '0')}-${date.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}:${second === '60' ? '59' : second}Z`,
  )
  if (Number.isNaN(local) || whole < '1980' || new Date(local).getUTCDate() !== Number(date)) return null
  const offset = /^[+-]/.test(zone)
    ? Number(`${zone[0]}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)))
    : (zones[zone] ?? 0) * 60
  const at = new Date(local - offset * 60_000).toISOString()
  return at > arrivedAt ? arrivedAt : at
}
