// Writes Outlook files with the writer of msgreader, which is independent of the code that reads them.
import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import type { Person } from './people.ts'

export type OutlookEmail = {
  from: Person
  to: readonly Person[]
  cc?: readonly Person[]
  subject: string
  body: string
  html?: string
  headers?: string
  /** True for an address that means something only within the firm. */
  isInternal?: boolean
  files?: readonly { name: string; bytes: Uint8Array }[]
  attached?: OutlookEmail
  /** Tenths of microseconds since 1601. */
  submitted?: bigint
}

/** The numbers of MS-CFB: a folder, a file, and the root. */
const [FOLDER, FILE, ROOT] = [1, 2, 5]
type Entry = Parameters<typeof burn>[0][number]
type Node = { name: string; bytes?: Uint8Array; children?: Node[] }

export function outlookFile(email: OutlookEmail): Uint8Array {
  const entries: Entry[] = []
  const add = ({ name, bytes, children }: Node): number => {
    const place = entries.length
    const entry: Entry = { name, type: place === 0 ? ROOT! : bytes ? FILE! : FOLDER!, length: bytes?.length ?? 0 }
    if (bytes) entry.binaryProvider = () => bytes as unknown as number[]
    entries.push(entry)
    if (children) entry.children = children.map(add)
    return place
  }
  add({ name: 'Root Entry', children: emailNodes(email, 32) })
  return new Uint8Array(burn(entries))
}

const wide = (text: string): Uint8Array =>
  Uint8Array.from(
    [...text]
      .flatMap((sign) => Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at)))
      .flatMap((unit) => [unit & 0xff, unit >> 8]),
  )
const textNode = (tag: string, text: string): Node => ({ name: `__substg1.0_${tag}001F`, bytes: wide(text) })

function fixedNode(headerSize: number, values: readonly [type: number, tag: number, value: bigint][]): Node {
  const bytes = new Uint8Array(headerSize + values.length * 16)
  const view = new DataView(bytes.buffer)
  values.forEach(([type, tag, value], at) => {
    const start = headerSize + at * 16
    view.setUint16(start, type, true)
    view.setUint16(start + 2, tag, true)
    view.setUint32(start + 4, 6, true)
    view.setBigUint64(start + 8, value, true)
  })
  return { name: '__properties_version1.0', bytes }
}

function emailNodes(email: OutlookEmail, headerSize: number): Node[] {
  const {
    from,
    to,
    cc = [],
    subject,
    body,
    html,
    headers,
    files = [],
    attached,
    submitted = 134_390_000_000_000_000n,
  } = email
  const legacy = `/O=FIRM/OU=EXCHANGE/CN=RECIPIENTS/CN=${from.name.slice(0, 4)}`
  return [
    fixedNode(headerSize, [
      [0x0040, 0x0039, submitted],
      [0x0003, 0x3fde, 65001n],
    ]),
    textNode('001A', 'IPM.Note'),
    textNode('0037', subject),
    textNode('1000', body),
    textNode('0C1A', from.name),
    textNode('0C1E', email.isInternal ? 'EX' : 'SMTP'),
    textNode('0C1F', email.isInternal ? legacy : from.address),
    textNode('5D01', from.address),
    ...(html === undefined ? [] : [{ name: '__substg1.0_10130102', bytes: new TextEncoder().encode(html) }]),
    ...(headers === undefined ? [] : [textNode('007D', headers)]),
    ...[...to.map((one) => [one, 1n] as const), ...cc.map((one) => [one, 2n] as const)].map(
      ([one, kind], at): Node => ({
        name: `__recip_version1.0_#${at.toString(16).padStart(8, '0').toUpperCase()}`,
        children: [fixedNode(8, [[0x0003, 0x0c15, kind]]), textNode('3001', one.name), textNode('39FE', one.address)],
      }),
    ),
    ...files.map(
      ({ name, bytes }, at): Node => ({
        name: `__attach_version1.0_#${at.toString(16).padStart(8, '0').toUpperCase()}`,
        children: [
          fixedNode(8, [[0x0003, 0x3705, 1n]]),
          textNode('3707', name),
          { name: '__substg1.0_37010102', bytes },
        ],
      }),
    ),
    ...(attached
      ? [
          {
            name: `__attach_version1.0_#${files.length.toString(16).padStart(8, '0').toUpperCase()}`,
            children: [
              fixedNode(8, [[0x0003, 0x3705, 5n]]),
              textNode('3001', attached.subject),
              { name: '__substg1.0_3701000D', children: emailNodes(attached, 24) },
            ],
          },
        ]
      : []),
  ]
}
