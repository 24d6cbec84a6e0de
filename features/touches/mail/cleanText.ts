// Makes text of strangers safe to store and show: no control characters, no hidden characters, and nothing that
// reverses the direction of the text around it, which would disguise a name such as 'gpj.exe'.

/** PostgreSQL can't store NUL or unpaired surrogates. */
const controls = /[\p{Cc}\u2028\u2029]+/gu
const directions = /\p{Bidi_Control}/gu
/** Senders pad previews with these. */
const invisible = /\u034f|[\u00ad\u200b\u2060\ufeff]/g
/** Blanks that look like a space but aren't one, such as the one before a colon in French. */
const oddBlanks = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g

export const withoutHidden = (text: string): string => text.replace(directions, '').replace(invisible, '')

/** Returns a single line of at most `most` UTF-16 units. */
export function singleLineOf(text: string, most: number): string {
  // Cuts first, so that the patterns never run over megabytes.
  const line = withoutHidden(text.slice(0, most * 8).toWellFormed())
    .replace(controls, ' ')
    .replace(oddBlanks, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return cutAt(line, most).trim()
}

/** Normalizes line ends, blanks, and composed letters, so that one spelling of each header word is enough. */
export const normalizedText = (text: string): string =>
  withoutHidden(text.toWellFormed())
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(oddBlanks, ' ')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .normalize('NFC')

/** Doesn't divide a character that takes two units. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)
}

/** Shortens an identifier that is too long and keeps it different from others with the same beginning. */
export function boundedId(id: string, most: number): string {
  if (id.length <= most) return id
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < Math.min(id.length, 5000); i++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(id.charCodeAt(i))) * 0x100000001b3n)
  const suffix = `#${hash.toString(16).padStart(16, '0')}`
  return cutAt(id, most - suffix.length) + suffix
}
