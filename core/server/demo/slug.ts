const letters: Record<string, string> = { ø: 'o', ł: 'l', æ: 'ae', ß: 'ss' }
/** Returns only lowercase letters and digits. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[øłæß]/g, (letter) => letters[letter]!)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '')
