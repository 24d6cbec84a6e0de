// Words that were found in a text, marked where they stand: what ts_headline answers with `snippetOptions`, as parts.

/** Private-use characters, which no text that was read of a page is asked for by. */
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
