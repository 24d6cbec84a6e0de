// Who asks is looked at before what they send: nobody without a session has a body read.
import type { FastifyRequest } from 'fastify'
import { inFirm } from '../database/firm.ts'
import { livingSessions, noSession } from '../sessions.ts'
import { readToken } from '../tokens.ts'
import type { Serving } from './answer.ts'
import { keyOf, refuseUnknownClient } from './requiredHeaders.ts'

/** Bytes that are read on the word of a token that is well formed: the session itself is looked up with the call's transaction. */
const READ_UNSEEN = 16 * 1024

/** The token of a call; throws 401 for one that never was any. */
export function tokenOf({ headers }: FastifyRequest): { orgId: string; hash: Buffer } {
  const token = readToken(/^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
  if (!token) throw noSession()
  return token
}

/** Of a call that anybody may make: 400 for a client that does not say which it is. */
export const clientBeforeBody = { onRequest: async (request: FastifyRequest) => refuseUnknownClient(request) }

/** The hooks of a call that needs a session: 401, or 400 for a header that is missing, without having read its body, or more than a little of it. */
export const sessionBeforeBody = ({ database, now }: Pick<Serving, 'database' | 'now'>, isChange: boolean) => ({
  onRequest: async (request: FastifyRequest): Promise<void> => {
    tokenOf(request)
    refuseUnknownClient(request)
    if (isChange) keyOf(request)
  },
  preParsing: async (request: FastifyRequest): Promise<void> => {
    if (!isLarge(request)) return
    const { orgId, hash } = tokenOf(request)
    const at = (now?.() ?? new Date()).toISOString()
    const living = await inFirm(database, orgId, (tx) => livingSessions(tx, [hash], at), { isQuiet: true })
    if (living.size === 0) throw noSession()
  },
})

/** Files and pieces of uploads are read by their calls, which know whose they are by then. */
function isLarge({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.isBytes || /^multipart\//i.test(headers['content-type'] ?? '')) return false
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > READ_UNSEEN
}
