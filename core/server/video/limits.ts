// What a video may cost while it is read, and what is said of one that is refused or that some people can't watch.

export const SECONDS = 30
export const MEMORY_BYTES = 512 * 1024 * 1024
/** Its tables lie at the front or at the end; only a film that does not say how long it is has to be read through. */
export const READ_BYTES = 512 * 1024 * 1024
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
