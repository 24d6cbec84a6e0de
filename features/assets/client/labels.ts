// Strings for assets. Source: the second specification, section 8.

/** Formats an API timestamp, already in the firm's time zone, as MM/DD/YYYY hh:mm AM/PM. */
export function formatAssetStamp(stamp: string): string {
  const [, year, month, day, hours = '0', minutes] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+)/.exec(stamp) ?? []
  const hour = Number(hours)
  const shown = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')
  return `${month}/${day}/${year} ${shown}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

export const formatUsers = (count: number) => `${count} ${count === 1 ? 'user' : 'users'}`
export const formatPages = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`

export const formatAssetSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
