// Authenticates callers before any body is read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROGRAM_PREFIX } from '#core/contract/apiScope.ts'
import { findProgram, noProgram } from '../apiClients.ts'
import type { CallLimits } from '../callLimits.ts'
import type { Database } from '../database/open.ts'
import { withOrg } from '../database/tx.ts'
import { activeSessions, noSession } from '../sessions.ts'
import { readToken } from '../tokens.ts'
import { idempotencyKeyOf, refuseUnknownClient } from './requiredHeaders.ts'

/** Bytes read for a well-formed token, before its session is looked up. */
const READ_UNSEEN = 16 * 1024

/** Needed to check any caller. */
export type Checking = {
  database: Database
  limits: CallLimits
  /** For tests. */
  now?: () => Date
}

export type CallToken = { orgId: string; hash: Buffer; isProgram: boolean }

/** Hashing a token takes longer than finding it again. */
const tokens = new WeakMap<FastifyRequest, CallToken>()

/** Throws 401 for a malformed token. */
export function tokenOf(request: FastifyRequest): CallToken {
  const token = tokens.get(request) ?? readTokenOf(request)
  tokens.set(request, token)
  return token
}

function readTokenOf({ headers }: FastifyRequest): CallToken {
  const said = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const isProgram = said.startsWith(PROGRAM_PREFIX)
  const token = readToken(isProgram ? said.slice(PROGRAM_PREFIX.length) : said)
  if (!token) throw isProgram ? noProgram() : noSession()
  return { ...token, isProgram }
}

/** Throws 400 for an unidentified client. */
export const clientBeforeBody = { onRequest: async (request: FastifyRequest) => refuseUnknownClient(request) }

/** Responds with 401, or 400 for a missing header, before more than a little of the body is read. */
export const sessionBeforeBody = ({ database, now, limits }: Checking, isChange: boolean) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { hash, isProgram } = tokenOf(request)
    // API clients have no X-Client value.
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

/** Handlers read files and upload pieces, once the caller is authenticated. */
function isLarge({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.isBytes || /^multipart\//i.test(headers['content-type'] ?? '')) return false
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > READ_UNSEEN
}
