// How fast a board scrolls while a card is dragged. Pure.

/** Pixels from an edge within which a dragged card scrolls. */
const EDGE = 64
/** Most pixels per frame, at the very edge. */
const FASTEST = 18

/** Returns pixels per frame: negative near the start, positive near the end, and faster the nearer. */
export function speedAt(at: number, start: number, end: number): number {
  const edge = Math.min(EDGE, (end - start) / 4)
  const share = at < start + edge ? (at - start) / edge - 1 : at > end - edge ? (at - end) / edge + 1 : 0
  return Math.round(FASTEST * Math.max(-1, Math.min(1, share)))
}
