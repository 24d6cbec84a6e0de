/** A line break would begin another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
export const headerLine = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

/** Matches exactly one address, however a server would interpret it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const ADDRESS = /^[^\s\u0000-\u001f\u007f<>()[\],;:\\"@]{1,64}@[^\s\u0000-\u001f\u007f<>()[\],;:\\"@]{1,255}$/

export const isMailAddress = (text: string) => ADDRESS.test(text)

/** Defaults to no-reply at the deployment's host. */
export function emailSender(from: string | undefined, site: string): { name: string; address: string } {
  const named = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from ?? '')
  if (named) return { name: headerLine(named[1]!), address: named[2]! }
  return { name: 'Pursuit', address: from?.trim() || `no-reply@${new URL(site).hostname}` }
}

/** Validates PURSUIT_MAIL_FROM. */
export const isSender = (from: string) => ADDRESS.test(emailSender(from, 'http://localhost').address)
