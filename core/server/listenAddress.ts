import { StartupError } from './startupError.ts'

/** Reads a port, or an address with a port, such as [::1]:9464. Returns null if `text` is empty. */
export function readListenAddress(
  name: string,
  text: string | undefined,
  defaultHost: string,
  example: string,
): { host: string; port: number } | null {
  if (!text) return null
  const [, bracketed, plain, digits] = /^(?:(?:\[([\da-f:]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65535)
    throw new StartupError(`${name} is “${text}”. It must be a port or host:port, such as ${example}.`)
  return { host: bracketed ?? plain ?? defaultHost, port }
}
