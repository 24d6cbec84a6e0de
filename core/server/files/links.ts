// Temporary links, because browsers load images and videos without a session header.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressOf } from '#core/contract/route.ts'
import type { SignedInSession } from '../sessions.ts'
import { routes } from './contract.ts'
import type { FileKind } from './kinds.ts'

export type LinkTo = {
  orgId: string
  fileId: string
  key: Buffer
  /** Undefined for kinds that anyone with the link can open. */
  sessionId?: string | undefined
  /** Undefined for the current version. */
  version?: number | undefined
}

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTES = 10

function signatureOf({ orgId, fileId, key, sessionId, version }: LinkTo, until: number): Buffer {
  const more = `${sessionId ? `/for ${sessionId}` : ''}${version ? `/version ${version}` : ''}`
  return createHmac('sha256', key).update(`${orgId}/${fileId}/${until}${more}`).digest()
}

/**
 * Returns a link valid for `days` to twice as long. It doesn't change in that period, so browsers can cache its
 * content.
 */
export function fileLink(to: LinkTo, { days = 30, now = Date.now() } = {}): string {
  return signed(to, until(days * DAY_MS, now))
}

/**
 * Returns a link for one session, which is checked again at each opening. It lasts for the kind's `minutes` up to twice
 * as long.
 */
export function linkFor(
  { sessionId, org }: Pick<SignedInSession, 'sessionId' | 'org'>,
  { minutes = MINUTES }: Pick<FileKind, 'minutes'>,
  file: { id: string; version?: number | undefined },
  now = Date.now(),
): { url: string; until: string } {
  const end = until(minutes * 60_000, now)
  const to = { orgId: org.id, fileId: file.id, key: org.linkKey(), sessionId, version: file.version }
  return { url: signed(to, end), until: new Date(end * 1000).toISOString() }
}

/** Returns seconds since 1970: the end of the next step. */
const until = (step: number, now: number) => (Math.floor(now / step) + 2) * (step / 1000)

function signed(to: LinkTo, until: number): string {
  const sig = signatureOf(to, until).toString('base64url')
  const { sessionId, version } = to
  return addressOf(routes.open, {
    params: { org: to.orgId, id: to.fileId },
    query: { until, for: sessionId, version, sig },
  })
}

/** Checks a link's signature and expiry. */
export function isLink(to: LinkTo, { until, sig }: { until: number; sig: string }, now = Date.now()): boolean {
  const given = Buffer.from(sig, 'base64url')
  const right = signatureOf(to, until)
  return given.length === right.length && timingSafeEqual(given, right) && until * 1000 > now
}
