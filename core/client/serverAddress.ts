// A browser loads the page from the server, while an app ships its page and calls the firm's server.
import { nativeShell } from './nativeShell.ts'

const site = () => (nativeShell?.server ? new URL(nativeShell.server) : location)

/** Expects a path below the site's root: '/api/…'. */
export const onServer = (address: string): string => (nativeShell?.server ?? '') + address

/** The site's public origin, for links that leave the app. */
export const siteOrigin = (): string => site().origin
export const siteHost = (): string => site().hostname
