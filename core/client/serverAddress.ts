// Where the server is. A browser's page comes from it; a wrapper's page comes with the app, and asks the firm's.
import { nativeShell } from './wrapper.ts'

const site = () => (nativeShell?.server ? new URL(nativeShell.server) : location)

/** An address below the site's root, '/api/…', as it is asked for from here. */
export const onServer = (address: string): string => (nativeShell?.server ?? '') + address

/** The site as people reach it: for links in texts that leave the app. */
export const siteOrigin = (): string => site().origin
export const siteHost = (): string => site().hostname
