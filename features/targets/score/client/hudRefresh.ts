// A change that is no action of the engine may still change the summary: whoever makes one asks for it here.
type Listener = () => void
const listeners = new Set<Listener>()

export function askForHud(): void {
  for (const listener of listeners) listener()
}

/** Answers what ends it. */
export function onHudAsked(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
