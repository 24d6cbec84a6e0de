// What a feature's `client/firstLoad.ts` says to the build; the product itself never loads it.

/** `files` of one `name`, of whatever feature, become one file of the build, with all that they import at once. */
export type FirstLoad = {
  /** 'first' is what every page loads. */
  name: string
  /** From the feature's folder. */
  files: readonly string[]
  /**
   * The page fetches it before anything runs: for people who are signed out, or for those who are signed in and open an
   * address that matches. 'later' is asked for in one go once the screen stands. Without it: needed by every screen of
   * those who are signed in.
   */
  opens?: 'signedOut' | 'later' | RegExp
}
