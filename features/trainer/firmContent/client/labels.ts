// Texts of Firm Content's screen, some of them from the specification.
import type { UploadProgress } from '#core/client/upload.ts'
import { formatDay } from '#core/contract/dates.ts'
import type { FirmContent, Watcher } from '../contract.ts'

export const firmContentLabels = {
  intro: 'View content uploaded by your firm',
  add: 'Add Lesson',
  edit: 'Edit Lesson',
  title: 'Lesson title',
  description: 'Lesson description',
  unsaved: 'This lesson has unsaved changes.',
} as const

/** Formats 'Added Nov 18, 2026 by Priya Raman. Watched by 14 of 25 colleagues'. `day` is in the firm's time zone. */
export function describeFirmLesson({ added, watched_by, colleagues }: FirmContent, day: string): string {
  const by = added.by === '' ? '' : ` by ${added.by}`
  return `Added ${formatDay(day)}${by}. Watched by ${watched_by} of ${colleagues} ${colleagues === 1 ? 'colleague' : 'colleagues'}`
}

const NAMED = 3
/** Formats 'Dana Reyes and 2 others have watched it.' */
export function watchedLabels(watchers: readonly Watcher[]): string {
  if (watchers.length === 0) return 'No one has watched it yet.'
  const names = watchers.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim())
  const rest = names.length - NAMED
  const said = rest > 0 ? [...names.slice(0, NAMED), `${rest} ${rest === 1 ? 'other' : 'others'}`] : names
  return `${new Intl.ListFormat('en-US').format(said)} ${names.length === 1 ? 'has' : 'have'} watched it. Their progress still counts.`
}

const MB = 1024 * 1024
const inMB = (bytes: number) => (bytes / MB < 10 ? Math.round((bytes / MB) * 10) / 10 : Math.round(bytes / MB))

/** Returns the message for an upload whose tab was closed. */
export const skippedLabel = (file: string) =>
  `The upload stopped when the page closed. Choose ${file} again to resume. Nothing is lost.`

/** Formats the progress of an upload. `perSecond` is in bytes; 0 while unknown. */
export function sendingLabels({ state, sent, total }: UploadProgress, perSecond: number): string {
  const percent = total > 0 ? Math.floor((100 * sent) / total) : 100
  if (state === 'waiting') return `Stopped at ${percent}%. Nothing is lost.`
  if (state === 'paused') return `Paused at ${percent}%.`
  if (state === 'done' || sent >= total) return 'The video is being checked.'
  const minutes = perSecond > 0 ? Math.ceil((total - sent) / perSecond / 60) : 0
  const left = minutes > 0 ? ` About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left.` : ''
  return `Uploading ${inMB(sent)} of ${inMB(total)} MB.${left} You can keep working.`
}
