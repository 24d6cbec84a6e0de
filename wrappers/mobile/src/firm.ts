// Finds the firm's server by its URL or the person's work email.

export type Found = { server: string; email?: string }

import { isOlder } from '../../../core/contract/wrapperVersion.ts'

/** `message` is a sentence for the person. */
export class NotFound extends Error {}

type Means = {
  fetch: typeof globalThis.fetch
  isOnline: () => boolean
  /** This app's version. */
  version: string
  /** The publisher's server that finds firms by email, or ''. */
  directory: string
  /** Can call this machine without https. */
  isForDevelopers: boolean
}

const sentences = {
  empty: 'Enter your firm’s Pursuit address or your work email.',
  offline: 'You’re offline. Connect to the internet once to find your firm. After that, Pursuit also works offline.',
  unreadable: 'That isn’t a valid address. It should look like pursuit.yourfirm.com.',
  notSecure: 'Pursuit needs a secure https connection. Check the address with your firm.',
  silent: (host: string) => `${host} isn’t responding. Check the address, or try again later.`,
  other: (host: string) => `There’s no Pursuit at ${host}. Check the address with your firm.`,
  tooOld: 'Your firm uses a newer version of Pursuit than this app. Update the app, then try again.',
  email: (domain: string) =>
    `We couldn’t find Pursuit for ${domain}. Enter the address your firm uses to open Pursuit. Your administrator can tell you.`,
} as const

const LIMIT_MS = 10_000

/** Throws NotFound. */
export async function findFirm(typed: string, means: Means): Promise<Found> {
  const given = typed.trim()
  if (given === '') throw new NotFound(sentences.empty)
  if (!means.isOnline()) throw new NotFound(sentences.offline)
  if (!given.includes('://') && given.includes('@')) return findByEmail(given, means)
  return { server: await look(originOf(given, means), means) }
}

function originOf(given: string, { isForDevelopers }: Means): URL {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`)
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  if (!url || !(url.hostname.includes('.') || isHere)) throw new NotFound(sentences.unreadable)
  if (url.protocol === 'http:' && !(isForDevelopers && isHere)) throw new NotFound(sentences.notSecure)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new NotFound(sentences.unreadable)
  return url
}

/** Without a result from the directory, tries 'pursuit.' plus the email's domain. */
async function findByEmail(email: string, means: Means): Promise<Found> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (!URL.canParse(`https://pursuit.${domain}`) || !domain.includes('.')) throw new NotFound(sentences.unreadable)
  for (const place of [means.directory, `https://pursuit.${domain}`].filter((one) => one !== '')) {
    const server = await look(new URL(place), means).catch(() => null)
    const instance = server && (await instanceOf(server, email, means))
    // A directory that returns itself has no other server for this email, and the publisher has no firm there.
    if (instance && !(instance.isHere && place === means.directory))
      return { server: instance.isHere ? server : await look(originOf(instance.url, means), means), email }
  }
  throw new NotFound(sentences.email(domain))
}

async function instanceOf(server: string, email: string, { fetch }: Means) {
  const answer = await fetch(`${server}/api/instances?email=${encodeURIComponent(email)}`, {
    headers: { 'X-Client': 'mobile' },
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(() => null)
  const said = (await answer?.json().catch(() => null)) as { instances?: { url: string; is_here: boolean }[] } | null
  const one = said?.instances?.[0]
  return one ? { url: one.url, isHere: one.is_here } : null
}

/** Returns the origin if a compatible Pursuit responds there. */
async function look({ origin, host }: URL, means: Means): Promise<string> {
  const ask = (mode: RequestMode) =>
    means
      .fetch(`${origin}/meta.json`, { mode, cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) })
      .catch(() => null)
  const answer = await ask('cors')
  if (!answer) {
    if (!means.isOnline()) throw new NotFound(sentences.offline)
    // Another site may respond without allowing the app to read it.
    throw new NotFound((await ask('no-cors')) ? sentences.other(host) : sentences.silent(host))
  }
  const said = (await answer.json().catch(() => null)) as { name?: unknown; wrappers_from?: unknown } | null
  if (!answer.ok || said?.name !== 'Pursuit') throw new NotFound(sentences.other(host))
  if (typeof said.wrappers_from === 'string' && isOlder(means.version, said.wrappers_from))
    throw new NotFound(sentences.tooOld)
  return origin
}
