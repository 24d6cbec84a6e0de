import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { type AllowedHosts, outboundFetch } from '../outboundAddress.ts'
import { StartupError } from '../startupError.ts'

/** Fields of a service account's key file from Google. */
export const FcmAccount = z.object({
  client_email: z.email(),
  private_key: z.string().refine(isRsaKey),
  token_uri: z.url({ protocol: /^https?$/ }),
  // Part of a URL.
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

/** Throws a message without any content of the file. */
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
    // The parser's message would quote the text.
    throw new StartupError(`${name} names ${path}, which isn’t JSON.`)
  }
}

export type AccessTokens = {
  /** Returns a token valid for at least one more minute. Throws a message. */
  current: () => Promise<string>
  /** Discards a token that the service rejected. */
  forget: (token: string) => void
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const SPARE_SECONDS = 60
const Answer = z.object({ access_token: z.string().min(1).max(8192), expires_in: z.number() })

/** Caches the token in memory. Concurrent callers share one request. */
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
