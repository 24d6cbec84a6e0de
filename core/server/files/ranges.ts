// Range and If-Range requests. Source: RFC 9110, sections 13 and 14.
import type { ByteRange } from './bucket.ts'

export type RequestedRange = {
  range?: string | undefined
  ifRange?: string | undefined
  ifNoneMatch?: string | undefined
}
export type FilePart = { status: 200 | 304 | 416 } | { status: 206; range: ByteRange }

/** Unreadable or multiple ranges return the whole file. */
export function byteRange(bytes: number, tag: string, { range, ifRange, ifNoneMatch }: RequestedRange): FilePart {
  if (ifNoneMatch?.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))) return { status: 304 }
  const found = /^bytes=(\d*)-(\d*)$/.exec(range?.replaceAll(' ', '') ?? '')
  // The client has parts of another version.
  if (!found || (ifRange !== undefined && ifRange !== tag)) return { status: 200 }
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return { status: 200 }
  if (first !== '' && last !== '' && Number(first) > Number(last)) return { status: 200 }
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (start >= bytes || end < start) return { status: 416 }
  return { status: 206, range: { start, end } }
}
