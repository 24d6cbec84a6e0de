const MB = 1024 * 1024

/** '640 KB', '12 MB', '1.4 GB'. */
export function sizeWords(bytes: number): string {
  if (bytes < MB) return `${Math.max(Math.min(1, bytes), Math.round(bytes / 1024))} KB`
  if (bytes < 1000 * MB) return `${Math.round(bytes / MB)} MB`
  return `${(bytes / 1024 / MB).toFixed(1)} GB`
}
