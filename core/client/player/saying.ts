// Where in a sentence something is said.
import { foldCase } from '#core/contract/folded.ts'

/** The sentence in pieces: every second one is what was searched for, with its own letters. Case and accents don't count. */
export function durationParts(text: string, query: string): string[] {
  const wanted = foldCase(query.trim())
  if (wanted === '') return [text]
  // Letters may have accents of their own behind them: each plain letter knows which one it came from.
  const letters = [...text]
  const from: number[] = []
  let all = ''
  for (const [n, letter] of letters.entries()) {
    const said = foldCase(letter)
    all += said
    for (let unit = 0; unit < said.length; unit++) from.push(n)
  }
  const parts: string[] = []
  let done = 0
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + wanted.length)) {
    const [begin, end] = [from[at]!, (from[at + wanted.length - 1] ?? letters.length - 1) + 1]
    if (begin < done) continue
    parts.push(letters.slice(done, begin).join(''), letters.slice(begin, end).join(''))
    done = end
  }
  return [...parts, letters.slice(done).join('')]
}
