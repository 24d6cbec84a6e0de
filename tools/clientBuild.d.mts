/** Builds dist/client when its sources changed. `node`: path of the Node that runs the build. Throws all that the build said when it fails. */
export function buildClient(node: string): Promise<void>
