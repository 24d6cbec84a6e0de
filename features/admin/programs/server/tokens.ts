// API tokens of the firm: 256 random bits each, stored as a hash.
import { type RawBuilder, sql } from 'kysely'
import { PROGRAM_PREFIX, scopeLabels } from '#core/contract/apiScope.ts'
import { addDays, dayIn, formatDay } from '#core/contract/dates.ts'
import { invalid, notFound } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { lockKeys } from '#core/server/firmKeys.ts'
import { newId } from '#core/server/ids.ts'
import { defineHandler, firmAdmin, type Handler, notWhileSwitched } from '#core/server/routes.ts'
import { newToken } from '#core/server/tokens.ts'
import { type ApiToken, tokenRoutes as routes, tokenLimits } from '../contract.ts'

const owner = notWhileSwitched(firmAdmin)

export const apiTokenHandlers = (means: Dependencies): Handler[] => [
  defineHandler(routes.read, firmAdmin, async ({ tx, request, now }) => ({
    address: new URL('/api', means.siteUrl() ?? `${request.protocol}://${request.host}`).href,
    tokens: await tokensOf(tx, now),
  })),
  defineHandler(routes.make, owner, async ({ tx, session, body, now }) => {
    const today = dayIn(session.org.zone, now)
    const last = addDays(today, tokenLimits.days)
    if (body.ends_on < today || body.ends_on > last)
      throw invalid({ ends_on: `Choose a date no later than ${formatDay(last)}.` })
    await lockKeys(tx)
    if ((await tokensOf(tx, now)).length >= tokenLimits.tokens)
      throw invalid({ name: `A firm can have up to ${tokenLimits.tokens} tokens. Revoke one first.` })
    const { token, hash } = newToken(session.org.id)
    const id = newId()
    await tx.sql`
      insert into api_tokens (org_id, id, name, scopes, token_hash, made_by, made_by_id, made_at, ends_at)
      values (${currentOrgId}, ${id}, ${body.name}, ${body.scopes}, ${hash}, ${fullNameOf(session.actor)}, ${session.actor.id}, ${now}::timestamptz,
        (${addDays(body.ends_on, 1)}::date::timestamp at time zone ${session.org.zone}))`
    const may = body.scopes.map((scope) => scopeLabels[scope].label)
    await audit(tx, session, {
      action: 'token.made',
      subject: { id, name: body.name },
      details: { may: may.join(', '), until: formatDay(body.ends_on) },
    })
    const [made] = await tokensOf(tx, now, sql`and t.id = ${id}`)
    return { token: `${PROGRAM_PREFIX}${token}`, made: made! }
  }),
  defineHandler(routes.end, owner, async ({ tx, session, params }) => {
    const { rows } = await tx.sql<{ id: string; name: string }>`
      delete from api_tokens where org_id = ${currentOrgId} and id = ${params.id} returning id, name`
    if (!rows[0]) throw notFound('This token has already expired.')
    await audit(tx, session, { action: 'token.ended', subject: rows[0] })
  }),
]

async function tokensOf(tx: Tx, now: string, which: RawBuilder<unknown> = sql``): Promise<ApiToken[]> {
  const { rows } = await tx.sql<ApiToken>`
    select t.id, t.name, t.scopes, t.made_by, t.made_at, t.ends_at, t.ends_at <= ${now}::timestamptz as has_ended, t.used_on::text
    from api_tokens t where t.org_id = ${currentOrgId} ${which} order by t.made_at, t.id`
  return rows
}
