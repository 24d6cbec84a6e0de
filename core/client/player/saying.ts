import { foldCase } from '#core/contract/foldCase.ts'

/** Every second piece is a match in its original letters. Ignores case and accents. */
export function durationParts(text: string, query: string): string[] {
  const wanted = foldCase(query.trim())
  if (wanted === '') return [text]
  // Folding can change the number of characters, so each folded one stores its original's index.
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
