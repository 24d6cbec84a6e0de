/** Builds dist/client when its sources changed. `node`: path of the Node that runs the build. Throws all that the build said when it fails. */
export function buildClient(node: string, state?: { stamp: string; isBuilt: boolean }): Promise<void>

/** Returns a fingerprint of sizes, change times, and inodes; empty if a file changed in the last two seconds. `paths` are relative to `folder`. */
export function seenNow(paths: string[], folder?: string, now?: number): string

/** Moves a build to where another one may be served from: at each moment there is a page, and all that it asks for. */
export function putInPlace(from: string, to: string): void
