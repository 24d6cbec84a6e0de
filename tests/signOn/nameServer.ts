// A small name server on a UDP port that resolves TXT queries from a map. All other names are missing.
import { createSocket } from 'node:dgram'

export type NameServer = { address: string; texts: Map<string, string[]>; stop: () => Promise<void> }

const TXT = 16
const NO_SUCH_NAME = 3

export async function startNameServer(): Promise<NameServer> {
  const texts = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => socket.send(answerTo(question, texts), from.port, from.address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    stop: () => new Promise((resolve) => socket.close(resolve)),
  }
}

/** RFC 1035, section 4: the header, the question again, and one resource record for each text. */
function answerTo(question: Buffer, texts: Map<string, string[]>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const asked = question.subarray(12, at + 5)
  const found = texts.get(labels.join('.').toLowerCase())
  const records = (question.readUInt16BE(at + 1) === TXT ? (found ?? []) : []).map(recordOf)
  const header = Buffer.alloc(12)
  header.writeUInt16BE(question.readUInt16BE(0), 0)
  header.writeUInt16BE(0x8180 | (found ? 0 : NO_SUCH_NAME), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, asked, ...records])
}

function recordOf(text: string): Buffer {
  // A record consists of pieces of at most 255 bytes.
  const pieces = text.match(/.{1,255}/gs) ?? ['']
  const content = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)])))
  const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(content.length, 10)
  return Buffer.concat([head, content])
}
