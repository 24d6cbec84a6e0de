// Reads single properties of an Outlook item (MS-OXMSG): texts, times, and numbers of an email, a recipient, or a file.
import type { Storage } from './compoundFile.ts'
import { textOf } from './mimeText.ts'

/** Numbers of properties that an email has, from MS-OXPROPS. */
export const outlookTags = {
  subject: '0037',
  submitted: '0039',
  representedName: '0042',
  representedType: '0064',
  representedAddress: '0065',
  transportHeaders: '007d',
  recipientType: '0c15',
  senderName: '0c1a',
  senderType: '0c1e',
  senderAddress: '0c1f',
  delivered: '0e06',
  body: '1000',
  compressedBody: '1009',
  html: '1013',
  messageId: '1035',
  displayName: '3001',
  addressType: '3002',
  address: '3003',
  content: '3701',
  shortFileName: '3704',
  longFileName: '3707',
  method: '3705',
  contentId: '3712',
  isHidden: '7ffe',
  smtpAddress: '39fe',
  codePage: '3fde',
  messageCodePage: '3ffd',
  senderSmtp: '5d01',
  representedSmtp: '5d02',
} as const
export type OutlookTag = keyof typeof outlookTags

const LONGEST_TEXT = 2_000_000

export class OutlookItem {
  private readonly storage: Storage
  private readonly fixed: DataView
  private readonly fixedStart: number
  private readonly charset: string

  /** `headerSize` is 32 for the email itself, 24 for an email within, and 8 for recipients and files. */
  constructor(storage: Storage, headerSize: number, charset?: string) {
    this.storage = storage
    const fixed = storage.streams.get('__properties_version1.0')?.read(64_000) ?? new Uint8Array()
    this.fixed = new DataView(fixed.buffer, fixed.byteOffset, fixed.byteLength)
    this.fixedStart = headerSize
    this.charset = charset ?? charsetOf(this.number('messageCodePage') ?? this.number('codePage'))
  }

  /** Returns '' for a missing text. */
  text(tag: OutlookTag, most = 10_000): string {
    const wide = this.stream(tag, '001f')
    if (wide) return new TextDecoder('utf-16le').decode(evenly(wide.read(Math.min(most * 2, LONGEST_TEXT))))
    const narrow = this.stream(tag, '001e')
    return narrow ? textOf(narrow.read(Math.min(most, LONGEST_TEXT)), this.charset) : ''
  }

  /** HTML is stored as bytes in the code page of the internet text. */
  bytes(tag: OutlookTag, most: number): Uint8Array | null {
    return this.stream(tag, '0102')?.read(most) ?? null
  }

  size(tag: OutlookTag): number {
    return this.stream(tag, '0102')?.size ?? 0
  }

  has(tag: OutlookTag): boolean {
    return ['001f', '001e', '0102'].some((type) => this.stream(tag, type))
  }

  number(tag: OutlookTag): number | null {
    const at = this.placeOf(tag, [0x0003, 0x000b])
    return at === null ? null : this.fixed.getUint32(at, true)
  }

  /** Windows counts tenths of microseconds from 1601 on. */
  instant(tag: OutlookTag): string | null {
    const at = this.placeOf(tag, [0x0040])
    if (at === null) return null
    const ticks = this.fixed.getBigUint64(at, true)
    const time = Number(ticks / 10_000n) - 11_644_473_600_000
    return time > 0 && time < 8_640_000_000_000_000 ? new Date(time).toISOString() : null
  }

  /** The charset for texts of recipients and files, which have no code page of their own. */
  get textCharset(): string {
    return this.charset
  }

  get internetCharset(): string {
    return charsetOf(this.number('codePage') ?? this.number('messageCodePage'))
  }

  private stream(tag: OutlookTag, type: string) {
    const name = `__substg1.0_${outlookTags[tag]}${type}`
    return (
      this.storage.streams.get(name.toUpperCase().replace('__SUBSTG', '__substg')) ?? this.storage.streams.get(name)
    )
  }

  private placeOf(tag: OutlookTag, types: readonly number[]): number | null {
    const id = Number.parseInt(outlookTags[tag], 16)
    for (let at = this.fixedStart; at + 16 <= this.fixed.byteLength; at += 16)
      if (this.fixed.getUint16(at + 2, true) === id && types.includes(this.fixed.getUint16(at, true))) return at + 8
    return null
  }
}

const evenly = (bytes: Uint8Array) => bytes.subarray(0, bytes.length & ~1)

/** Windows numbers its code pages. 65001 is UTF-8. */
function charsetOf(codePage: number | null): string {
  if (codePage === null || codePage === 1200 || codePage === 20127) return 'utf-8'
  if (codePage === 65001) return 'utf-8'
  const named: Readonly<Record<number, string>> = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    20866: 'koi8-r',
    21866: 'koi8-u',
    50220: 'iso-2022-jp',
    51949: 'euc-kr',
  }
  if (codePage >= 28591 && codePage <= 28605) return `iso-8859-${codePage - 28590}`
  return named[codePage] ?? `windows-${codePage}`
}
