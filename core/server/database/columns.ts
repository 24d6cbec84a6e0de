// The driver returns dates as text and figures as numbers, never a Date.
import pg from 'pg'

const { builtins } = pg.types

/** '2026-11-21 04:38:19.1+00' -> '2026-11-21T04:38:19.100Z'. Existing microseconds are preserved. */
export function isoInstant(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text)
  if (!match) return text
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0')}Z`
}

/** Returns a bigint as a number if exact, otherwise as digits. */
function safeInteger(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

const asText = (text: string) => text

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, isoInstant],
  [builtins.TIMESTAMP, asText],
  [builtins.DATE, asText],
  [builtins.TIME, asText],
  [builtins.TIMETZ, asText],
  [builtins.INTERVAL, asText],
  [builtins.NUMERIC, Number],
  [builtins.INT8, safeInteger],
])

const TEXT_ARRAY = 1009 as never
const textArray = pg.types.getTypeParser(TEXT_ARRAY, 'text') as (text: string) => (string | null)[]
const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
  textArray(text).map((item) => (item === null ? null : parse(item)))
for (const [oid, parse] of [
  [1185, isoInstant],
  [1115, asText],
  [1182, asText],
  [1231, Number],
  [1016, safeInteger],
] as [number, (text: string) => unknown][])
  parsers.set(oid, arrayOf(parse))

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
