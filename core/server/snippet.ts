// Splits the output of ts_headline with `snippetOptions`.

/** Private-use characters that no one searches for. */
const START = '\ue000'
const STOP = '\ue001'
export const snippetOptions = `StartSel=${START}, StopSel=${STOP}, MaxWords=24, MinWords=10, MaxFragments=1`

export type TextSnippet = { text: string; is_hit: boolean }[]

export function snippetParts(snippet: string): TextSnippet {
  return snippet
    .replaceAll(/\s+/g, ' ')
    .split(START)
    .flatMap((part, at) => {
      if (at === 0) return [{ text: part, is_hit: false }]
      const [hit = '', rest = ''] = part.split(STOP)
      return [
        { text: hit, is_hit: true },
        { text: rest, is_hit: false },
      ]
    })
    .filter(({ text }) => text !== '')
}
