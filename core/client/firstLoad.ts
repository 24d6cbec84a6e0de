// Types for a feature's `client/firstLoad.ts`, which only the build reads.

/** Files of the same `name` become one build file with their static imports. */
export type FirstLoad = {
  /** Every page loads 'first'. */
  name: string
  /** Relative to the feature's folder. */
  files: readonly string[]
  /**
   * When the page fetches it before any script runs: when signed out, or when signed in at a matching path. 'later' is
   * requested once the screen has rendered. By default, every screen of signed-in people needs it.
   */
  opens?: 'signedOut' | 'later' | RegExp
}
