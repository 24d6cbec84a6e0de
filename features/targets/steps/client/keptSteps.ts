// Stores a step for later in the person's note on the target, so that it is on all their devices and can be edited.

/** Prefix of a saved step. */
const KEPT = 'Next step, once the open one is done:'

export const withSavedSteps = (note: string, step: string): string =>
  [note, `${KEPT} ${step}`].filter(Boolean).join('\n')

export const savedIn = (note: string): string[] =>
  note
    .split('\n')
    .filter((line) => line.startsWith(KEPT))
    .map((line) => line.slice(KEPT.length).trim())
    .filter(Boolean)
    .reverse()
