// Addresses in what leaves the house. They come from the configuration alone: a request's Host header is anybody's to choose.

/** This deployment's address, without a slash at its end. */
export type Origin = () => string

/** The absolute address of one of the client's own paths. Throws for a path that leads elsewhere. */
export function appLink(origin: string, path: string): string {
  const url = new URL(path, origin)
  if (!path.startsWith('/') || url.origin !== new URL(origin).origin)
    throw new Error(`A link leads elsewhere: ${path.slice(0, 80)}`)
  return url.href
}
