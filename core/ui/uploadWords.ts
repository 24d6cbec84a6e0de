import type { UploadProgress } from '#core/client/upload.ts'

const MB = 1024 * 1024

/** From 0 to 1. An empty file is complete. */
export const shareOf = ({ sent, total }: Pick<UploadProgress, 'sent' | 'total'>): number =>
  total > 0 ? Math.min(sent / total, 1) : 1

/** 'Uploading deck.pdf… 2.4 of 18 MB'. `after` is what is done once all has left. */
export function uploadLabel(progress: UploadProgress, name: string, after: string): string {
  if (progress.state === 'done') return `${name} uploaded`
  if (progress.state === 'paused') return `Paused: ${name}, ${megabytes(progress)}`
  if (progress.state === 'waiting') return `Queued: ${name}, ${megabytes(progress)}`
  if (progress.state !== 'sending') return name
  if (shareOf(progress) === 1) return `${after} ${name}…`
  // A small file is uploaded before anyone could read its progress.
  return `Uploading ${name}…${progress.total >= MB ? ` ${megabytes(progress)}` : ''}`
}

const megabytes = ({ sent, total }: UploadProgress) => `${inMB(sent)} of ${inMB(total)} MB`
const inMB = (bytes: number) => {
  const size = bytes / MB
  return size < 10 ? String(Math.round(size * 10) / 10) : String(Math.round(size))
}
