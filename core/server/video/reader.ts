// Requests bytes and reports the result, without any other permission.
import { CustomSource, Input, MP4, QTFF, UnsupportedInputFormatError, WEBM } from 'mediabunny'
import { type FactsOrReason, factsIn, orIncomplete } from '#core/contract/videoFacts.ts'

export type Begin = { begin: true; bytes: number }
export type VideoReaderInput = { ask: number; start: number; end: number }
export type VideoFile = { ask: number; bytes: Uint8Array }

/** `bytes`: total length. `read`: from `start` up to `end`, exclusive. */
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
