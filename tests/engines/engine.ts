// What a person's hand can do in any browser, whatever moves it there.

/** Something in a page that a hand can reach. Rejects while another thing covers it. */
export type Reached = { click: () => Promise<void>; type: (text: string) => Promise<void> }

/** A browser with one page. Scripts are JavaScript expressions as text; they run in the page. */
export type Engine = {
  open: (address: string) => Promise<void>
  reload: () => Promise<void>
  /** Pixels of the page itself. */
  resize: (width: number, height: number) => Promise<void>
  /** What JSON can say of the script's value; a promise's value where it is one. */
  ask: (script: string) => Promise<unknown>
  /** The element that is the script's value; null where there is none. */
  find: (script: string) => Promise<Reached | null>
  picture: (path: string) => Promise<void>
  close: () => Promise<void>
}
