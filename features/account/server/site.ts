import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '#core/server/means.ts'

/** This deployment and those beside it, the address it is reached by, where that is said, and what seals its secrets. */
export type Site = Pick<Dependencies, 'instances' | 'siteUrl' | 'box'>

/**
 * Whom passkeys are made for, and which pages may use them. Without a configured address it is the host of the request. That is safe:
 * the browser signs the page it is on, a passkey is used for the host it was made for alone, and by plain http for localhost alone.
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
  // A proxy that ends TLS in front of us may not say so.
  return { rpId: request.hostname, origins: [`https://${request.host}`, `http://${request.host}`] }
}
