// Names and addresses in the headers of a mail.

/** What the name of an address or a subject may not hold: an end of line would begin another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
export const headerLine = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

/** One address and nothing else, whatever a mail server would make of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const ADDRESS = /^[^\s\u0000-\u001f\u007f<>()[\],;:\\"@]{1,64}@[^\s\u0000-\u001f\u007f<>()[\],;:\\"@]{1,255}$/

export const isMailAddress = (text: string) => ADDRESS.test(text)

/** Who mails come from. Without a configured one, no-reply at the deployment's own host. */
export function emailSender(from: string | undefined, site: string): { name: string; address: string } {
  const named = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from ?? '')
  if (named) return { name: headerLine(named[1]!), address: named[2]! }
  return { name: 'Pursuit', address: from?.trim() || `no-reply@${new URL(site).hostname}` }
}

/** Whether PURSUIT_MAIL_FROM can be read. */
export const isSender = (from: string) => ADDRESS.test(emailSender(from, 'http://localhost').address)
