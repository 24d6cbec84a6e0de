// Who asks is looked at before what they send: nobody without a session has a body read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROGRAM_PREFIX } from '#core/contract/apiScope.ts'
import { withOrg } from '../database/firm.ts'
import { findProgram, noProgram } from '../programs.ts'
import { activeSessions, noSession } from '../sessions.ts'
import { readToken } from '../tokens.ts'
import type { Serving } from './answer.ts'
import { idempotencyKeyOf, refuseUnknownClient } from './requiredHeaders.ts'

/** Bytes that are read on the word of a token that is well formed: the session itself is looked up with the call's transaction. */
const READ_UNSEEN = 16 * 1024

export type CallToken = { orgId: string; hash: Buffer; isProgram: boolean }

/** The token of a call; throws 401 for one that never was any. */
export function tokenOf({ headers }: FastifyRequest): CallToken {
  const said = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const isProgram = said.startsWith(PROGRAM_PREFIX)
  const token = readToken(isProgram ? said.slice(PROGRAM_PREFIX.length) : said)
  if (!token) throw isProgram ? noProgram() : noSession()
  return { ...token, isProgram }
}

/** Of a call that anybody may make: 400 for a client that does not say which it is. */
export const clientBeforeBody = { onRequest: async (request: FastifyRequest) => refuseUnknownClient(request) }

/** The hooks of a call that needs a session: 401, or 400 for a header that is missing, without having read its body, or more than a little of it. */
export const sessionBeforeBody = (
  { database, now, limits }: Pick<Serving, 'database' | 'now' | 'limits'>,
  isChange: boolean,
) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { hash, isProgram } = tokenOf(request)
    // A program is no client of ours, and has none of their names.
    if (isProgram) limits.take(hash, reply)
    else refuseUnknownClient(request)
    if (isChange) idempotencyKeyOf(request)
  },
  preParsing: async (request: FastifyRequest): Promise<void> => {
    if (!isLarge(request)) return
    const { orgId, hash, isProgram } = tokenOf(request)
    const at = (now?.() ?? new Date()).toISOString()
    if (isProgram) return void (await withOrg(database, orgId, (tx) => findProgram(tx, hash, at), { isQuiet: true }))
    const living = await withOrg(database, orgId, (tx) => activeSessions(tx, [hash], at), { isQuiet: true })
    if (living.size === 0) throw noSession()
  },
})

/** Files and pieces of uploads are read by their calls, which know whose they are by then. */
function isLarge({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.isBytes || /^multipart\//i.test(headers['content-type'] ?? '')) return false
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > READ_UNSEEN
}
