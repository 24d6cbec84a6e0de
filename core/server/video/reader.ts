// Reads what a video is, in a process of its own that may do nothing else: it asks for bytes of it, and says what it found.
import { CustomSource, Input, MP4, QTFF, UnsupportedInputFormatError, WEBM } from 'mediabunny'
import { type FactsOrReason, factsIn, orIncomplete } from '#core/contract/videoFacts.ts'

export type Begin = { begin: true; bytes: number }
export type VideoReaderInput = { ask: number; start: number; end: number }
export type VideoFile = { ask: number; bytes: Uint8Array }

/** `bytes` of the whole; `read` answers those from `start` on, before `end`. */
async function factsOf(
  bytes: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<FactsOrReason> {
  const source = new CustomSource({ getSize: () => bytes, read, prefetchProfile: 'fileSystem' })
  using input = new Input({ formats: [MP4, QTFF, WEBM], source })
  try {
    return await orIncomplete(await factsIn(input), bytes, read)
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError) return { unfit: 'other' }
    return orIncomplete({ unfit: 'broken' }, bytes, read)
  }
}

const waiting = new Map<number, (bytes: Uint8Array) => void>()
let asks = 0
const read = (start: number, end: number) =>
  new Promise<Uint8Array>((resolve) => {
    waiting.set(++asks, resolve)
    process.send?.({ ask: asks, start, end } satisfies VideoReaderInput)
  })

process.on('message', async (message: VideoFile | Begin) => {
  if ('begin' in message) process.send?.(await factsOf(message.bytes, read))
  else {
    waiting.get(message.ask)?.(message.bytes)
    waiting.delete(message.ask)
  }
})
