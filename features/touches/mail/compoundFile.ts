// Reads the container of Outlook's .msg files (MS-CFB): streams in storages, like files in folders. The package that
// reads .msg files follows damaged chains forever and needs Node.js' Buffer, so this reads the container within bounds.

export type Stream = { name: string; size: number; read: (most: number) => Uint8Array }
export type Storage = { name: string; streams: Map<string, Stream>; storages: Storage[] }

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** Higher numbers mark the end of a chain and sectors without content. */
const LAST_SECTOR = 0xfffffffa
const NONE = 0xffffffff
const MINI_SECTOR = 64
const ENTRY_SIZE = 128
/** An email with hundreds of recipients has a few thousand entries. */
const MOST_ENTRIES = 20_000
const DEEPEST = 8

type Entry = { name: string; type: number; left: number; right: number; child: number; start: number; size: number }

export const isCompoundFile = (bytes: Uint8Array): boolean => SIGNATURE.every((value, at) => bytes[at] === value)

/** Throws a RangeError if the file is damaged. */
export function openCompoundFile(bytes: Uint8Array): Storage {
  return new CompoundFile(bytes).root()
}

class CompoundFile {
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly sectorSize: number
  private readonly sectors: number
  private readonly miniLimit: number
  private readonly table: number[]
  private readonly miniTable: number[]
  private miniSectors: number[] = []
  private entries: Entry[] = []

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.sectorSize = this.view.getUint16(30, true) === 12 ? 4096 : 512
    this.sectors = Math.max(0, Math.ceil(bytes.length / this.sectorSize) - 1)
    this.miniLimit = Math.min(this.view.getUint32(56, true), 4096)
    this.table = this.tableSectors()
    this.miniTable = this.chain(this.view.getUint32(60, true), this.view.getUint32(64, true))
  }

  root(): Storage {
    const most = Math.ceil((MOST_ENTRIES * ENTRY_SIZE) / this.sectorSize)
    this.entries = this.chain(this.view.getUint32(48, true), most).flatMap((sector) => this.entriesIn(sector))
    const [root] = this.entries
    if (root?.type !== 5) throw new RangeError('This file has no root.')
    this.miniSectors = this.chain(root.start, Math.ceil(root.size / this.sectorSize))
    return this.storage(root, new Set([0]), 0)
  }

  /** The sectors that say which sector follows which. The header lists 109 of them, and other sectors the rest. */
  private tableSectors(): number[] {
    const count = Math.min(this.view.getUint32(44, true), this.sectors)
    const found: number[] = []
    for (let at = 0; at < Math.min(count, 109); at++) found.push(this.view.getUint32(76 + at * 4, true))
    const perSector = this.sectorSize / 4 - 1
    let next = this.view.getUint32(68, true)
    for (let left = Math.ceil(count / perSector); left > 0 && found.length < count && next <= LAST_SECTOR; left--) {
      const start = this.startOf(next)
      for (let at = 0; at < perSector && found.length < count; at++)
        found.push(this.view.getUint32(start + at * 4, true))
      next = this.view.getUint32(start + perSector * 4, true)
    }
    return found
  }

  private startOf(sector: number): number {
    if (sector >= this.sectors) throw new RangeError('This file ends too early.')
    return (sector + 1) * this.sectorSize
  }

  private nextIn(table: readonly number[], sector: number): number {
    const perSector = this.sectorSize / 4
    const place = table[Math.floor(sector / perSector)]
    if (place === undefined) return NONE
    return this.view.getUint32(this.startOf(place) + (sector % perSector) * 4, true)
  }

  /** Ends after as many sectors as the content needs, even if the chain is a circle. */
  private chain(start: number, most: number): number[] {
    const found: number[] = []
    const limit = Math.min(most, this.sectors)
    for (let sector = start; sector <= LAST_SECTOR && found.length < limit; sector = this.nextIn(this.table, sector))
      found.push(sector)
    return found
  }

  private entriesIn(sector: number): Entry[] {
    const start = this.startOf(sector)
    const found: Entry[] = []
    for (let at = start; at < start + this.sectorSize && at + ENTRY_SIZE <= this.bytes.length; at += ENTRY_SIZE) {
      const letters = Math.max(0, Math.min(this.view.getUint16(at + 64, true) / 2 - 1, 31))
      let name = ''
      for (let letter = 0; letter < letters; letter++)
        name += String.fromCharCode(this.view.getUint16(at + letter * 2, true))
      const number = (offset: number) => this.view.getUint32(at + offset, true)
      const type = this.view.getUint8(at + 66)
      found.push({
        name,
        type,
        left: number(68),
        right: number(72),
        child: number(76),
        start: number(116),
        size: number(120),
      })
    }
    return found
  }

  /** `seen` has every entry that is in a storage, so that a circle ends. */
  private storage(entry: Entry, seen: Set<number>, depth: number): Storage {
    const streams = new Map<string, Stream>()
    const storages: Storage[] = []
    const left = [entry.child]
    while (left.length > 0) {
      const place = left.pop()!
      const one = this.entries[place]
      if (!one || seen.has(place)) continue
      seen.add(place)
      left.push(one.right, one.left)
      if (one.type === 2)
        streams.set(one.name, { name: one.name, size: one.size, read: (most) => this.content(one, most) })
      else if (one.type === 1 && depth < DEEPEST) storages.push(this.storage(one, seen, depth + 1))
    }
    return { name: entry.name, streams, storages }
  }

  private content({ start, size }: Entry, most: number): Uint8Array {
    const length = Math.min(size, most, this.bytes.length)
    return size < this.miniLimit ? this.miniContent(start, length) : this.largeContent(start, length)
  }

  private largeContent(start: number, length: number): Uint8Array {
    const content = new Uint8Array(length)
    let at = 0
    for (const sector of this.chain(start, Math.ceil(length / this.sectorSize))) {
      const from = this.startOf(sector)
      const piece = this.bytes.subarray(from, from + Math.min(this.sectorSize, length - at))
      content.set(piece, at)
      at += piece.length
    }
    return content.subarray(0, at)
  }

  /** Small streams share sectors, in pieces of 64 bytes. */
  private miniContent(start: number, length: number): Uint8Array {
    const content = new Uint8Array(length)
    let sector = start
    let at = 0
    while (at < length && sector <= LAST_SECTOR) {
      const offset = sector * MINI_SECTOR
      const place = this.miniSectors[Math.floor(offset / this.sectorSize)]
      if (place === undefined) break
      const from = this.startOf(place) + (offset % this.sectorSize)
      const piece = this.bytes.subarray(from, from + Math.min(MINI_SECTOR, length - at))
      if (piece.length === 0) break
      content.set(piece, at)
      at += piece.length
      sector = this.nextIn(this.miniTable, sector)
    }
    return content.subarray(0, at)
  }
}
