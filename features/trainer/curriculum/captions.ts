// Captions of a lesson that has a transcript and no captions of its own. Pure.
import { cuesOf, writeWebVtt } from '#core/contract/captions.ts'

/** The transcript over the length of the video, as WebVTT; '' where there is nothing to say or no time to say it in. */
export const captionsFrom = (transcript: string, seconds: number): string =>
  transcript === '' || seconds === 0 ? '' : writeWebVtt(cuesOf(transcript, seconds))

type Before = { transcript: string; captions: string; seconds: number }

/** What captions become when the transcript or the video does: those that somebody has sent stay, others follow. */
export const captionsAfter = (before: Before, transcript: string, seconds = before.seconds): string =>
  before.captions === '' || before.captions === captionsFrom(before.transcript, before.seconds)
    ? captionsFrom(transcript, seconds)
    : before.captions
