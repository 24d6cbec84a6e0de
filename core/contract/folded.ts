/** Without accents and in small letters, for what is found or compared whatever its spelling. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
