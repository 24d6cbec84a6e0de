// Phrases that the rules of the daily cards share. Pure.

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
export const spellNumber = (count: number) => small[count] ?? String(count)
export const SpellNumberCapitalized = (count: number) =>
  spellNumber(count).replace(/^./, (letter) => letter.toUpperCase())
export const PluralizeCapitalized = (found: readonly unknown[], one: string, several: string) =>
  `${SpellNumberCapitalized(found.length)} ${found.length === 1 ? one : several}`
export const formatDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`
export const formatSteps = (count: number) => `${spellNumber(count)} ${count === 1 ? 'step' : 'steps'}`
export const quoted = (text = 'the next step') => `“${text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text}”`
