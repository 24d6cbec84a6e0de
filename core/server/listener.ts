import type { Database } from './database/open.ts'

/** A server of another protocol, which starts once calls are accepted. */
export type Listener = {
  /** Throws if the port can't be opened. */
  start: (database: Database) => Promise<RunningListener>
}

export type RunningListener = {
  port: number
  /** Accepts nothing new, and resolves once running work is done or has been cut off. */
  stop: () => Promise<void>
}
