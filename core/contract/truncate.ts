// Shortens text for limited space.

/** Returns one line, cut between words. */
export function truncate(text: string, most: number): string {
  const line = text.toWellFormed().replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim()
  const signs = [...line]
  if (signs.length <= most) return line
  const cut = signs.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.]+$/, '')}…`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unprintable = /[\u0000-\u001f\u007f\u2028\u2029]+/g
