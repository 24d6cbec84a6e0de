// What a film is, and whose browsers can't play it: told before it is sent, and decided when it has come. Pure.

export const LONGEST_SECONDS = 12 * 60 * 60
export const MOST_PIXELS = 8192

export type Reason = 'other' | 'broken' | 'noPicture' | 'noBrowser' | 'tooLong' | 'time' | 'memory'

export const sentences: Record<Reason, string> = {
  other: 'This is not a video. Please choose an MP4 or WebM file.',
  broken: "This video is damaged, and can't be read. Please save it again and send that.",
  noPicture: 'There is no picture in this file, only sound. Please choose a video.',
  noBrowser: "Browsers can't play this kind of video. Please save it as MP4 with H.264, and send that.",
  tooLong: 'This video is longer than 12 hours, or larger than 8192 pixels. Please make it shorter or smaller.',
  time: 'It takes too long to find out what is in this video. Please save it as MP4 with H.264, and send that.',
  memory: 'This video needs too much memory to be read. Please save it as MP4 with H.264, and send that.',
}

/** Kinds of picture that are taken, and what some people's browsers lack for one. */
export const troubles: Record<string, string | null> = {
  hevc: 'This video is HEVC (H.265). It does not play in Firefox and in some versions of Chrome and Edge. Save it as H.264 for everybody to see it.',
  av1: 'This video is AV1. It does not play on iPhones, iPads and Macs before 2023. Save it as H.264 for everybody to see it.',
  avcDeep:
    'This video is H.264 with more than 8 bits or finer color, which browsers do not play. Save it with the profile High, 4:2:0.',
  vp9: null,
  vp8: null,
  avc: null,
}
export const soundTrouble = (codec: string) =>
  `The sound of this video is ${codec.toUpperCase()}, which some browsers do not play. Save it with AAC for everybody to hear it.`

/** Kinds of sound that all of today's browsers play. */
export const playedSounds: ReadonlySet<string> = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac'])

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

export type FactsOrReason = { facts: VideoFacts } | { unfit: Reason }

/** As much of a track, and of a film, as is asked of what reads its bytes (mediabunny). Seconds and pixels. */
type Track = { getCodec: () => Promise<string | null>; getCodecParameterString: () => Promise<string | null> }
type Picture = Track & { getDisplayWidth: () => Promise<number>; getDisplayHeight: () => Promise<number> }
export type Film = {
  getPrimaryVideoTrack: () => Promise<Picture | null>
  getPrimaryAudioTrack: () => Promise<Track | null>
  getDurationFromMetadata: () => Promise<number | null>
  computeDuration: () => Promise<number>
}

/** Throws what the reading of its bytes throws. */
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
