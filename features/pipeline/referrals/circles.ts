// Finds contacts who sent each other. Pure.

/** `from` sent a Target whose first contact is `to`. */
export type Sending = { from: string; to: string }

/**
 * Returns the contacts that each contact is in a circle with, directly or through others: each of them can be reached from
 * the other. Contacts in no circle are missing. Takes linear time: Kosaraju's two passes over the graph.
 */
export function circlesOf(sendings: readonly Sending[]): Map<string, string[]> {
  const forward = Map.groupBy(sendings, ({ from }) => from)
  const backward = Map.groupBy(sendings, ({ to }) => to)
  const seen = new Set<string>()
  const ended = [...forward.keys()].flatMap((start) => walk(start, seen, (at) => forward.get(at)?.map(({ to }) => to)))
  const taken = new Set<string>()
  const circles = new Map<string, string[]>()
  for (const start of ended.toReversed()) {
    const group = walk(start, taken, (at) => backward.get(at)?.map(({ from }) => from))
    const isCircle = group.length > 1 || forward.get(start)?.some(({ to }) => to === start)
    if (isCircle) for (const one of group) circles.set(one, group.filter((other) => other !== one).toSorted())
  }
  return circles
}

/** Visits what can be reached from `start` and wasn't seen before. Returns it in the order in which it was left. */
function walk(start: string, seen: Set<string>, nextOf: (at: string) => readonly string[] | undefined): string[] {
  if (seen.has(start)) return []
  seen.add(start)
  const left: string[] = []
  const path = [{ at: start, next: (nextOf(start) ?? []).values() }]
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const { value, done } = last.next.next()
    if (done) {
      left.push(path.pop()!.at)
      continue
    }
    if (seen.has(value)) continue
    seen.add(value)
    path.push({ at: value, next: (nextOf(value) ?? []).values() })
  }
  return left
}
