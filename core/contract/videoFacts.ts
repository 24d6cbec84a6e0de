// Checks a video for browsers that can't play it: a warning before upload, decisive after it. Pure.

export const LONGEST_SECONDS = 12 * 60 * 60
export const MOST_PIXELS = 8192

export type VideoProblem = 'other' | 'broken' | 'incomplete' | 'noPicture' | 'noBrowser' | 'tooLong' | 'time' | 'memory'

export const videoMessages: Record<VideoProblem, string> = {
  other: 'This isn’t a video. Choose an MP4 or WebM file.',
  broken: 'This video is damaged. Export it again and upload the new file.',
  incomplete: 'This video is incomplete: its end is missing. Copy or save it again, and upload the whole file.',
  noPicture: 'This file has sound but no picture. Choose a video.',
  noBrowser: 'Browsers can’t play this kind of video. Save it as MP4 with H.264 and upload that.',
  tooLong: 'This video is longer than 12 hours or larger than 8192 pixels. Make it shorter or smaller.',
  time: 'Reading this video took too long. Save it as MP4 with H.264 and upload that.',
  memory: 'Reading this video takes too much memory. Save it as MP4 with H.264 and upload that.',
}

/** Accepted video codecs, with browsers that lack one. */
export const troubles: Record<string, string | null> = {
  hevc: 'This video is HEVC (H.265), which Firefox and some versions of Chrome and Edge can’t play. Save it as H.264 so everyone can see it.',
  av1: 'This video is AV1, which iPhones, iPads, and Macs made before 2023 can’t play. Save it as H.264 so everyone can see it.',
  avcDeep: 'This video uses an H.264 profile that browsers can’t play. Save it with the High profile, 4:2:0, 8-bit.',
  vp9: null,
  vp8: null,
  avc: null,
}
export const soundTrouble = (codec: string) =>
  `Some browsers can’t play ${codec.toUpperCase()} audio. Save the video with AAC so everyone can hear it.`

/** Audio codecs of all current browsers. */
export const playedSounds: ReadonlySet<string> = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac'])

export type VideoFacts = {
  seconds: number
  width: number
  height: number
  /** 'avc' is H.264, 'hevc' is H.265. */
  videoCodec: string
  /** Null for a silent video. */
  audioCodec: string | null
  /** People who can't play it, with a fix, or null. */
  trouble: string | null
}

export type FactsOrReason = { facts: VideoFacts } | { unfit: VideoProblem }

/** The parts of mediabunny in use, in seconds and pixels. */
type Track = { getCodec: () => Promise<string | null>; getCodecParameterString: () => Promise<string | null> }
type Picture = Track & { getDisplayWidth: () => Promise<number>; getDisplayHeight: () => Promise<number> }
export type Film = {
  getPrimaryVideoTrack: () => Promise<Picture | null>
  getPrimaryAudioTrack: () => Promise<Track | null>
  getDurationFromMetadata: () => Promise<number | null>
  computeDuration: () => Promise<number>
}

/** Reads the facts of a video. Throws the reader's errors. */
export async function factsIn(film: Film): Promise<FactsOrReason> {
  const video = await film.getPrimaryVideoTrack()
  if (!video) return { unfit: (await film.getPrimaryAudioTrack()) ? 'noPicture' : 'broken' }
  const videoCodec = await video.getCodec()
  if (videoCodec === null || !(videoCodec in troubles)) return { unfit: 'noBrowser' }
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  const seconds = (await film.getDurationFromMetadata()) ?? (await film.computeDuration())
  if (!(seconds > 0) || !(width > 0) || !(height > 0)) return { unfit: 'broken' }
  if (seconds > LONGEST_SECONDS || Math.max(width, height) > MOST_PIXELS) return { unfit: 'tooLong' }
  const sound = await film.getPrimaryAudioTrack()
  const audioCodec = sound && ((await sound.getCodec()) ?? 'unknown')
  const isDeep = videoCodec === 'avc' && isDeeper(await video.getCodecParameterString())
  const ofSound = audioCodec && !playedSounds.has(audioCodec) ? soundTrouble(audioCodec) : null
  const trouble = troubles[isDeep ? 'avcDeep' : videoCodec] ?? ofSound
  return { facts: { seconds, width: Math.round(width), height: Math.round(height), videoCodec, audioCodec, trouble } }
}

/** 'avc1.6e0028': profiles High 10 (6e), High 4:2:2 (7a) and High 4:4:4 (f4). */
const isDeeper = (parameters: string | null) => /^avc[13]\.(6e|7a|f4)/i.test(parameters ?? '')

type Read = (start: number, end: number) => Promise<Uint8Array>
/** Enough for the longest video with a box per second. */
const MOST_BOXES = 50_000

/** Returns `found`, or that the end of the file is missing, which also explains an unreadable file. */
export async function orIncomplete(found: FactsOrReason, bytes: number, read: Read): Promise<FactsOrReason> {
  const mayBeCut = 'facts' in found || found.unfit === 'broken'
  return mayBeCut && (await isCutShort(bytes, read).catch(() => false)) ? { unfit: 'incomplete' } : found
}

/** Checks whether the listed parts go beyond the last byte. */
async function isCutShort(bytes: number, read: Read): Promise<boolean> {
  const first = await read(0, Math.min(16, bytes))
  return isEbml(first) ? isWebMCut(bytes, read) : isMp4Cut(bytes, read)
}

const isEbml = (head: Uint8Array) => [0x1a, 0x45, 0xdf, 0xa3].every((byte, at) => head[at] === byte)

/** ISO base media: a 4-byte length and a name. Length 1 puts an 8-byte length after the name, 0 extends to the end. */
async function isMp4Cut(bytes: number, read: Read): Promise<boolean> {
  for (let at = 0, count = 0; at + 8 <= bytes && count < MOST_BOXES; count++) {
    const head = await read(at, Math.min(at + 16, bytes))
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const short = view.getUint32(0)
    const size = short === 1 && head.length === 16 ? Number(view.getBigUint64(8)) : short
    const name = String.fromCharCode(...head.subarray(4, 8))
    if (size === 0 || size < 8) return false
    // Other boxes at the end aren't needed for playback.
    if (at + size > bytes) return ['ftyp', 'moov', 'moof', 'mdat'].includes(name)
    at += size
  }
  return false
}

const SEGMENT = 0x18538067

/** A WebM file is a header and one segment. Live recordings don't give its length. */
async function isWebMCut(bytes: number, read: Read): Promise<boolean> {
  let at = 0
  for (let count = 0; count < 10 && at < bytes; count++) {
    const head = await read(at, Math.min(at + 12, bytes))
    const id = numberIn(head, 0, false)
    const size = id && numberIn(head, id.length, true)
    if (!id || !size || size.isUnknown) return false
    at += id.length + size.length + size.value
    if (id.value === SEGMENT) return at > bytes
  }
  return false
}

/** The first set bit gives the number of bytes. `isSize` removes it. */
function numberIn(head: Uint8Array, at: number, isSize: boolean) {
  const first = head[at]
  if (!first) return null
  const length = Math.clz32(first) - 23
  if (at + length > head.length) return null
  let value = isSize ? first & (0xff >> length) : first
  let isUnknown = value === 0xff >> length
  for (const byte of head.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, length, isUnknown }
}
