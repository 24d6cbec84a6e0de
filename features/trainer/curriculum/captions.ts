// Derives captions from the transcript for a lesson without its own. Pure.
import { cuesOf, writeWebVtt } from '#core/contract/captions.ts'

/** Distributes the transcript over the video as WebVTT; '' if either is missing. */
export const captionsFrom = (transcript: string, seconds: number): string =>
  transcript === '' || seconds === 0 ? '' : writeWebVtt(cuesOf(transcript, seconds))

type Before = { transcript: string; captions: string; seconds: number }

/** Returns the captions after the transcript or video has changed. Uploaded captions stay, derived ones are updated. */
export const captionsAfter = (before: Before, transcript: string, seconds = before.seconds): string =>
  before.captions === '' || before.captions === captionsFrom(before.transcript, before.seconds)
    ? captionsFrom(transcript, seconds)
    : before.captions
