// Addresses that open one file for a while, for whoever has them: a picture's address is asked for without a session.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressOf } from '#core/contract/route.ts'
import { routes } from './contract.ts'

export type LinkTo = { orgId: string; fileId: string /** The firm's own. */; key: Buffer }

const DAY_MS = 24 * 60 * 60 * 1000

const signatureOf = ({ orgId, fileId, key }: LinkTo, until: number): Buffer =>
  createHmac('sha256', key).update(`${orgId}/${fileId}/${until}`).digest()

/** Good for at least `days` days and at most twice as long: it stays the same for that long, so that a browser can keep what it leads to. */
export function linkTo(to: LinkTo, { days = 30, now = Date.now() } = {}): string {
  const step = days * DAY_MS
  const until = (Math.floor(now / step) + 2) * (step / 1000)
  const sig = signatureOf(to, until).toString('base64url')
  return addressOf(routes.open, { params: { org: to.orgId, id: to.fileId }, query: { until, sig } })
}

/** Whether these are the words of a link that was made here and is not over. */
export function isLink(to: LinkTo, { until, sig }: { until: number; sig: string }, now = Date.now()): boolean {
  const given = Buffer.from(sig, 'base64url')
  const right = signatureOf(to, until)
  return given.length === right.length && timingSafeEqual(given, right) && until * 1000 > now
}
