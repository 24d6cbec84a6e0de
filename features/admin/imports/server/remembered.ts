// Caches the result of `work` for each text, up to a fixed number of texts.
const MOST_REMEMBERED = 10_000

export function remembered(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = work(text)
    if (known.size < MOST_REMEMBERED) known.set(text, made)
    return made
  }
}
