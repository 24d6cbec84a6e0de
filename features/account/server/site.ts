import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '#core/server/dependencies.ts'

/** This deployment and its siblings, its configured URL if any, and the encryption of its secrets. */
export type Site = Pick<Dependencies, 'instances' | 'siteUrl' | 'box'>

/**
 * Returns the WebAuthn relying party and its origins, by default from the request's host. That is safe: the browser
 * signs its page's origin, a passkey only works for its host, and plain HTTP only works for localhost.
 */
export function passkeySiteOf(
  { siteUrl }: Pick<Site, 'siteUrl'>,
  request: FastifyRequest,
): { rpId: string; origins: string[] } {
  const url = siteUrl()
  if (url) {
    const { hostname, origin } = new URL(url)
    return { rpId: hostname, origins: [origin] }
  }
  // A proxy that terminates TLS might not say so.
  return { rpId: request.hostname, origins: [`https://${request.host}`, `http://${request.host}`] }
}
