// Finds the stage in a quick line: 'Acme - lunch Tue #proposal'. Pure.
import type { FirmStage } from '#core/contract/stages.ts'

/** `rest` is the line without the word. */
export type QuickStage = { id: string; word: string; rest: string }

/** Letters and digits only, so that '#in-talks' is 'In talks'. */
const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Finds the first '#' with the name of a stage, or with the beginning of only one. */
export function stageIn(line: string, stages: readonly Pick<FirmStage, 'id' | 'name'>[]): QuickStage | null {
  for (const { 0: word, index } of line.matchAll(/(?<!\S)#\S+/g)) {
    const said = plainName(word)
    if (said === '') continue
    const begun = stages.filter(({ name }) => plainName(name).startsWith(said))
    const stage = begun.find(({ name }) => plainName(name) === said) ?? (begun.length === 1 ? begun[0] : undefined)
    // A comma or semicolon after it still separates parts.
    const end = /[,;]+$/.exec(word)?.[0] ?? ''
    if (stage)
      return {
        id: stage.id,
        word: word.slice(0, word.length - end.length),
        rest: `${line.slice(0, index)}${end}${line.slice(index + word.length)}`,
      }
  }
  return null
}
