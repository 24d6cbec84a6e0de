/**
 * Builds dist/client when its sources have changed. `node` is the Node that runs the build. Throws the build's output
 * when it fails.
 */
export function buildClient(node: string, state?: { stamp: string; isBuilt: boolean }): Promise<void>

/**
 * A fingerprint of sizes, change times, and inodes, or an empty string if a file changed in the last two seconds.
 * `paths` are relative to `folder`.
 */
export function seenNow(paths: string[], folder?: string, now?: number): string

/** At any moment the target folder has a page and every file it requests. */
export function putInPlace(from: string, to: string): void
