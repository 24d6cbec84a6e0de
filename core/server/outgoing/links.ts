// Only the configured address, because a caller can forge the Host header.

/** This deployment's address without a trailing slash. */
export type Origin = () => string

/** Throws for a path that leads elsewhere. */
export function appLink(origin: string, path: string): string {
  const url = new URL(path, origin)
  if (!path.startsWith('/') || url.origin !== new URL(origin).origin)
    throw new Error(`A link leads elsewhere: ${path.slice(0, 80)}`)
  return url.href
}
