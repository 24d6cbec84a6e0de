// Reads what a video is, in a process of its own that may do nothing else: it asks for bytes of it, and says what it found.
import { CustomSource, Input, MP4, QTFF, UnsupportedInputFormatError, WEBM } from 'mediabunny'
import { LONGEST_SECONDS, MOST_PIXELS, playedSounds, type Reason, soundTrouble, troubles } from './limits.ts'

export type VideoFacts = {
  seconds: number
  width: number
  height: number
  /** 'avc' is H.264, 'hevc' is H.265. */
  videoCodec: string
  /** Null: it is silent. */
  audioCodec: string | null
  /** Who can't watch it, and what to do; null where everybody can. */
  trouble: string | null
}

export type Begin = { begin: true; bytes: number }
export type Asked = { ask: number; start: number; end: number }
export type Given = { ask: number; bytes: Uint8Array }
export type Answered = { facts: VideoFacts } | { unfit: Reason }

/** `bytes` of the whole; `read` answers those from `start` on, before `end`. */
async function factsOf(bytes: number, read: (start: number, end: number) => Promise<Uint8Array>): Promise<Answered> {
  const source = new CustomSource({ getSize: () => bytes, read, prefetchProfile: 'fileSystem' })
  using input = new Input({ formats: [MP4, QTFF, WEBM], source })
  try {
    return await factsIn(input)
  } catch (error) {
    return { unfit: error instanceof UnsupportedInputFormatError ? 'other' : 'broken' }
  }
}

async function factsIn(input: Input): Promise<Answered> {
  const video = await input.getPrimaryVideoTrack()
  if (!video) return { unfit: (await input.getPrimaryAudioTrack()) ? 'noPicture' : 'broken' }
  const videoCodec = await video.getCodec()
  if (videoCodec === null || !(videoCodec in troubles)) return { unfit: 'noBrowser' }
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  if (!(seconds > 0) || !(width > 0) || !(height > 0)) return { unfit: 'broken' }
  if (seconds > LONGEST_SECONDS || Math.max(width, height) > MOST_PIXELS) return { unfit: 'tooLong' }
  const sound = await input.getPrimaryAudioTrack()
  const audioCodec = sound && ((await sound.getCodec()) ?? 'unknown')
  const isDeep = videoCodec === 'avc' && isDeeper(await video.getCodecParameterString())
  const ofSound = audioCodec && !playedSounds.has(audioCodec) ? soundTrouble(audioCodec) : null
  const trouble = troubles[isDeep ? 'avcDeep' : videoCodec] ?? ofSound
  return { facts: { seconds, width: Math.round(width), height: Math.round(height), videoCodec, audioCodec, trouble } }
}

/** 'avc1.6e0028': profiles High 10 (6e), High 4:2:2 (7a) and High 4:4:4 (f4). */
const isDeeper = (parameters: string | null) => /^avc[13]\.(6e|7a|f4)/i.test(parameters ?? '')

const waiting = new Map<number, (bytes: Uint8Array) => void>()
let asks = 0
const read = (start: number, end: number) =>
  new Promise<Uint8Array>((resolve) => {
    waiting.set(++asks, resolve)
    process.send?.({ ask: asks, start, end } satisfies Asked)
  })

process.on('message', async (message: Given | Begin) => {
  if ('begin' in message) process.send?.(await factsOf(message.bytes, read))
  else {
    waiting.get(message.ask)?.(message.bytes)
    waiting.delete(message.ask)
  }
})
