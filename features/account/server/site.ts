import type { FastifyRequest } from 'fastify'
import type { Instances } from '#core/server/instances.ts'
import type { SecretBox } from '#core/server/secretBox.ts'

/** How this deployment calls itself, the address it is reached by, where that is configured, and what seals its secrets. */
export type Site = { name: string; url?: string | undefined; box: SecretBox; instances: Instances }

/**
 * Whom passkeys are made for, and which pages may use them. Without a configured address it is the host of the request. That is safe:
 * the browser signs the page it is on, a passkey is used for the host it was made for alone, and by plain http for localhost alone.
 */
export function passkeySiteOf(
  { url }: Pick<Site, 'url'>,
  request: FastifyRequest,
): { rpId: string; origins: string[] } {
  if (url) {
    const { hostname, origin } = new URL(url)
    return { rpId: hostname, origins: [origin] }
  }
  // A proxy that ends TLS in front of us may not say so.
  return { rpId: request.hostname, origins: [`https://${request.host}`, `http://${request.host}`] }
}
