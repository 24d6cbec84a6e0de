// A step that waits until the open one is done stands in the person's note on the target: it is on all their devices, and can be changed.

/** What stands before it. */
const KEPT = 'Next step, once the open one is done:'

/** The note with one more of them. */
export const withSavedSteps = (note: string, step: string): string =>
  [note, `${KEPT} ${step}`].filter(Boolean).join('\n')

/** Those that a note holds, the latest first. */
export const savedIn = (note: string): string[] =>
  note
    .split('\n')
    .filter((line) => line.startsWith(KEPT))
    .map((line) => line.slice(KEPT.length).trim())
    .filter(Boolean)
    .reverse()
