// Streams an export archive from the store and unpacks only one file at a time to the disk. Throws an error with a
// message for anything that an export wouldn't produce.
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { Refusal } from '#core/contract/errors.ts'
import { unreachable } from '#core/server/files/bucket.ts'

/** Lines per batch. */
const LINES = 500
/** Far more than the largest row that people can create. */
const LINE_BYTES = 64 * 1024 * 1024
/** Limit of the archive's own description. */
const TEXT_BYTES = 64 * 1024 * 1024
/**
 * Text compresses to about a tenth and repeated rows to a fortieth. A higher ratio means that the archive was made to
 * fill the disk.
 */
const MOST_UNPACKED = 250
const ALWAYS = 256 * 1024 * 1024

export type ArchiveItem =
  | { kind: 'lines'; entry: number; table: string; first: number; lines: string[]; isLast: boolean }
  | { kind: 'file'; entry: number; fileId: string; version: number | null; bytes: number; content: Readable }
  | { kind: 'text'; entry: number; name: string; text: string }

export const damaged = (why: string) => new Refusal('invalid', `This archive can’t be read: ${why}`, 400)

const TABLE = /^tables\/([a-z_]{1,63})\.jsonl$/
const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const FILE = new RegExp(`^files/(${ID})/(?:earlier/(\\d{1,9})/)?[^/]+$`)
const texts = ['tables.json', 'README.txt']

/** Skips entries before `from`. A file's content must be read or destroyed before the next item is requested. */
export async function* readArchive(
  content: Readable,
  bytes: number,
  from: number = 0,
): AsyncGenerator<ArchiveItem, void, undefined> {
  const gunzip = createGunzip()
  const most = bytes * MOST_UNPACKED + ALWAYS
  let unpacked = 0
  const counted = new Transform({
    transform(piece: Buffer, _, next) {
      unpacked += piece.length
      next(unpacked > most ? damaged('it’s too large when unpacked.') : null, piece)
    },
  })
  let failure: unknown = null
  content.on('error', () => {
    failure ??= unreachable()
  })
  const flowing = pipeline(content, gunzip, counted).catch((error) => {
    failure ??= error
  })
  const web = Readable.toWeb(counted) as unknown as ReadableStream<Uint8Array>
  const entries = web.pipeThrough(createTarDecoder({ strict: true }) as never) as unknown as AsyncIterable<{
    header: { name: string; size: number; type?: string }
    body: ReadableStream<Uint8Array>
  }>
  const seen = new Set<string>()
  let entry = 0
  try {
    for await (const { header, body } of entries) {
      const { name, size } = header
      if (header.type !== 'file' || seen.has(name)) throw damaged('it contains something that isn’t part of an export.')
      seen.add(name)
      const table = TABLE.exec(name)?.[1]
      const [, fileId, version] = FILE.exec(name) ?? []
      if (!table && !fileId && !texts.includes(name))
        throw damaged('it contains something that isn’t part of an export.')
      const at = entry++
      if (at < from) {
        await body.cancel()
        continue
      }
      const piece = Readable.fromWeb(body as never)
      if (table) yield* linesOf(piece, at, table)
      else if (fileId)
        yield {
          kind: 'file',
          entry: at,
          fileId,
          version: version === undefined ? null : Number(version),
          bytes: size,
          content: piece,
        }
      else yield { kind: 'text', entry: at, name, text: await textOf(piece, size) }
    }
    await flowing
    if (failure) throw failure
  } catch (error) {
    throw formatDamage(failure ?? error)
  } finally {
    content.destroy()
    gunzip.destroy()
    counted.destroy()
  }
}

/**
 * Describes an error from reading an archive or one of its files. Passes on `Refusal`s and errors of the database or
 * the disk unchanged.
 */
export function formatDamage(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return damaged('its end is missing. Upload it again.')
  if (code.startsWith('Z_')) return damaged('it isn’t a .tar.gz file, or it’s damaged. Upload it again.')
  if (/tar|checksum|header|truncat|premature|unexpected end|abort/i.test(`${(error as Error).name} ${message}`))
    return damaged('it’s damaged or incomplete. Upload it again.')
  return error
}

async function textOf(content: Readable, size: number): Promise<string> {
  if (size > TEXT_BYTES) throw damaged('its manifest is too large.')
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(Buffer.from(piece as Uint8Array))
  return Buffer.concat(pieces).toString('utf8')
}

async function* linesOf(content: Readable, entry: number, table: string): AsyncGenerator<ArchiveItem> {
  let rest: Buffer[] = []
  let waiting = 0
  let lines: string[] = []
  let first = 0
  const take = (isLast: boolean): ArchiveItem => {
    const taken: ArchiveItem = { kind: 'lines', entry, table, first, lines, isLast }
    first += lines.length
    lines = []
    return taken
  }
  for await (const piece of content) {
    let left = Buffer.from(piece as Uint8Array)
    for (let end = left.indexOf(10); end !== -1; end = left.indexOf(10)) {
      lines.push(Buffer.concat([...rest, left.subarray(0, end)]).toString('utf8'))
      rest = []
      waiting = 0
      left = left.subarray(end + 1)
      if (lines.length === LINES) yield take(false)
    }
    rest.push(left)
    waiting += left.length
    if (waiting > LINE_BYTES) throw damaged('a row is too long.')
  }
  if (waiting > 0) throw damaged('its end is missing. Upload it again.')
  yield take(true)
}
