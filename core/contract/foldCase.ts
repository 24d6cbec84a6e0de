/** Letters that have no base letter under an accent. */
export const baseLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const plain: Record<string, string> = {
  ...baseLetters,
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
}

/**
 * Lowercases text, removes accents, and straightens quotation marks for search. Must match `fold_case` in the database.
 */
export const foldCase = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı’‘ʼ“”]/g, (letter) => plain[letter]!)
