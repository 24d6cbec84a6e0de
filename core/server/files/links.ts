// Addresses that open one file for a while: a picture or a video is asked for without a session's header.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressOf } from '#core/contract/route.ts'
import type { SignedInSession } from '../sessions.ts'
import { routes } from './contract.ts'
import type { FileKind } from './kinds.ts'

export type LinkTo = {
  orgId: string
  fileId: string
  /** The firm's own. */
  key: Buffer
  /** The session that it opens the file for; for whoever has it, where the kind of the file says so. */
  sessionId?: string | undefined
  /** An earlier content of the file; the present one otherwise. */
  version?: number | undefined
}

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTES = 10

function signatureOf({ orgId, fileId, key, sessionId, version }: LinkTo, until: number): Buffer {
  const more = `${sessionId ? `/for ${sessionId}` : ''}${version ? `/version ${version}` : ''}`
  return createHmac('sha256', key).update(`${orgId}/${fileId}/${until}${more}`).digest()
}

/** Good for at least `days` days and at most twice as long: it stays the same for that long, so that a browser can keep what it leads to. */
export function fileLink(to: LinkTo, { days = 30, now = Date.now() } = {}): string {
  return signed(to, until(days * DAY_MS, now))
}

/** For the session alone, which still has to live and to be allowed when it is opened: for `minutes` of the kind, at most twice as long. */
export function linkFor(
  { sessionId, org }: Pick<SignedInSession, 'sessionId' | 'org'>,
  { minutes = MINUTES }: Pick<FileKind, 'minutes'>,
  file: { id: string; version?: number | undefined },
  now = Date.now(),
): { url: string; until: string } {
  const end = until(minutes * 60_000, now)
  const to = { orgId: org.id, fileId: file.id, key: org.linkKey, sessionId, version: file.version }
  return { url: signed(to, end), until: new Date(end * 1000).toISOString() }
}

/** Seconds since 1970: the end of the step after the one that `now` is in. */
const until = (step: number, now: number) => (Math.floor(now / step) + 2) * (step / 1000)

function signed(to: LinkTo, until: number): string {
  const sig = signatureOf(to, until).toString('base64url')
  const { sessionId, version } = to
  return addressOf(routes.open, {
    params: { org: to.orgId, id: to.fileId },
    query: { until, for: sessionId, version, sig },
  })
}

/** Whether these are the words of a link that was made here and is not over. */
export function isLink(to: LinkTo, { until, sig }: { until: number; sig: string }, now = Date.now()): boolean {
  const given = Buffer.from(sig, 'base64url')
  const right = signatureOf(to, until)
  return given.length === right.length && timingSafeEqual(given, right) && until * 1000 > now
}
