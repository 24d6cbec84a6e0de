// Reads a dropped email or meeting on the device, in a worker, because a crafted file can take a second.
import type { TouchAttachment } from '../contract.ts'
import type { MatchedMessage } from '../mail/matchMessage.ts'
import type { ReadingContext } from '../mail/receivedMessage.ts'

export type DroppedFile = {
  kind: 'email' | 'meeting'
  message: MatchedMessage
  messageId: string
  /** An instant, never in the future. */
  at: string
  minutes: number | null
  subject: string
  text: string
  attachments: TouchAttachment[]
  /** Sentences about parts that couldn't be read. */
  problems: string[]
}
export type FileToRead = { bytes: Uint8Array; name: string; context: ReadingContext }
export type ReadFile = { found: DroppedFile } | { refused: string }

const MAX_BYTES = 40_000_000
/** Milliseconds. Real files take less than one second. */
const LONGEST = 20_000
const unreadable = 'We couldn’t read this file. Nothing was filed.'

export const isDroppable = ({ name }: { name: string }): boolean => /\.(eml|msg|ics)$/i.test(name)

/** Never throws. */
export async function readDroppedFile(file: File, context: ReadingContext): Promise<ReadFile> {
  if (file.size > MAX_BYTES) return { refused: 'This file is larger than 40 MB. Nothing was filed.' }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return await inWorker({ bytes, name: file.name, context })
  } catch {
    return { refused: unreadable }
  }
}

function inWorker(given: FileToRead): Promise<ReadFile> {
  const worker = new Worker(new URL('./readingWorker.ts', import.meta.url), { type: 'module' })
  return new Promise<ReadFile>((resolve) => {
    const timer = setTimeout(() => resolve({ refused: unreadable }), LONGEST)
    worker.onmessage = ({ data }: MessageEvent<ReadFile>) => {
      clearTimeout(timer)
      resolve(data)
    }
    worker.onerror = () => resolve({ refused: unreadable })
    worker.postMessage(given, [given.bytes.buffer])
  }).finally(() => worker.terminate())
}
