// Browser actions that a person can perform, independent of the engine.

/** An element that a person can reach. Rejects while something else covers it. */
export type Reached = { click: () => Promise<void>; type: (text: string) => Promise<void> }

/** A browser with one page. Scripts are JavaScript expressions as text that run in the page. */
export type Engine = {
  open: (address: string) => Promise<void>
  reload: () => Promise<void>
  /** Pixels of the page itself. */
  resize: (width: number, height: number) => Promise<void>
  /** Returns the script's value as JSON, and awaits a promise. */
  ask: (script: string) => Promise<unknown>
  /** Returns the element that the script evaluates to, or null. */
  find: (script: string) => Promise<Reached | null>
  picture: (path: string) => Promise<void>
  close: () => Promise<void>
}
