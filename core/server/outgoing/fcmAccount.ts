// The deployment's account at Firebase, and the access token that Google gives for it.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { StartupError } from '../cannotStart.ts'
import { type AllowedHosts, outboundFetch } from '../outboundAddress.ts'

/** A service account's key, as Google gives it in a file. */
export const FcmAccount = z.object({
  client_email: z.email(),
  private_key: z.string().refine(isRsaKey),
  token_uri: z.url({ protocol: /^https?$/ }),
  // It is a piece of an address.
  project_id: z.string().regex(/^[\w.:-]+$/),
})
export type FcmAccount = z.infer<typeof FcmAccount>

function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Throws a sentence for the person who set `name`, without anything that the file holds. */
export function readFcmAccount(name: string, path: string): FcmAccount {
  const read = FcmAccount.safeParse(jsonIn(name, path))
  if (read.success) return read.data
  const lacking = [...new Set(read.error.issues.map((issue) => issue.path.join('.')))].filter(Boolean)
  const what = lacking.length ? `it lacks a ${lacking.join(' and a ')} that can be used` : 'it holds no account'
  throw new StartupError(`${name} must name the JSON file of a service account’s key: in ${path}, ${what}.`)
}

function jsonIn(name: string, path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartupError(`${name} names ${path}, which can’t be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    // What a parser says quotes the text.
    throw new StartupError(`${name} names ${path}, which is not JSON.`)
  }
}

export type AccessTokens = {
  /** One that is good for a minute more. Throws a sentence. */
  current: () => Promise<string>
  /** The service does not take this one. */
  forget: (token: string) => void
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const SPARE_SECONDS = 60
const Answer = z.object({ access_token: z.string().min(1).max(8192), expires_in: z.number() })

/** Kept in memory; those who want one at the same time ask once. */
export function accessTokens(account: FcmAccount, allowed: AllowedHosts): AccessTokens {
  let kept: { token: string; until: number } | undefined
  let asking: Promise<string> | undefined
  async function ask(): Promise<string> {
    const asked = Date.now()
    const { access_token: token, expires_in: seconds } = await exchange(account, allowed)
    kept = { token, until: asked + (seconds - SPARE_SECONDS) * 1000 }
    return token
  }
  return {
    async current() {
      if (kept && Date.now() < kept.until) return kept.token
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    forget(token) {
      if (kept?.token === token) kept = undefined
    },
  }
}

async function exchange(account: FcmAccount, allowed: AllowedHosts): Promise<z.infer<typeof Answer>> {
  const { client_email, private_key, token_uri } = account
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(private_key))
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const limits = { allowed, milliseconds: 10_000, bytes: 64 * 1024 }
  const answer = await outboundFetch(token_uri, { method: 'POST', headers, body }, limits)
  const said = Answer.safeParse(await answer.json().catch(() => null))
  if (answer.status !== 200 || !said.success)
    throw new Error(`${new URL(token_uri).host} gives Pursuit no token for pushes: it answered ${answer.status}.`)
  return said.data
}
