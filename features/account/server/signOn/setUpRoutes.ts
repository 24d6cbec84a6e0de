// A firm's own set-up of single sign-on: its admin's domains and providers, and the operator's word for a domain.
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { inFirm } from '#core/server/database/firm.ts'
import type { Means } from '#core/server/means.ts'
import { addressProblem } from '#core/server/outboundAddress.ts'
import { firmAdmin, notWhileSwitched, operator, type Served, serve } from '#core/server/routes.ts'
import { signOnSetUpRoutes as routes } from '../../signOnContract.ts'
import { addDomain, domainOfRow, domainRows, findDomain, hasRecord, markProved, removeDomain } from './domains.ts'
import {
  addProvider,
  changeProvider,
  findProvider,
  type ProviderRow,
  providerOfRow,
  providerRows,
  removeProvider,
  turnProvider,
} from './providers.ts'
import { redirectAddress } from './routes.ts'
import { testProvider } from './testProvider.ts'

const owner = notWhileSwitched(firmAdmin)

export function signOnSetUp(means: Means): Served[] {
  const shown = (row: ProviderRow, request: FastifyRequest) =>
    providerOfRow(row, (id) => redirectAddress(means, request, id))
  const refuseAddress = (issuer: string) => {
    const problem = addressProblem(issuer, means.limits.allowed)
    if (problem) throw invalid({ issuer: problem })
  }
  return [
    serve(routes.read, firmAdmin, async ({ tx, session, request }) => ({
      providers: (await providerRows(tx, session.org.id)).map((row) => shown(row, request)),
      domains: (await domainRows(tx, session.org.id)).map(domainOfRow),
    })),
    serve(routes.addProvider, owner, async ({ tx, session, body, request }) => {
      refuseAddress(body.issuer)
      return shown(await addProvider(tx, session, body), request)
    }),
    serve(routes.changeProvider, owner, async ({ tx, session, params, body, request }) => {
      await findProvider(tx, session.org.id, params.id)
      refuseAddress(body.issuer)
      return shown(await changeProvider(tx, session, params.id, body, means.box), request)
    }),
    // Long: the provider is asked while no transaction is open.
    serve(
      routes.testProvider,
      owner,
      async ({ session, params, database, request }) => {
        const row = await inFirm(database, session.org.id, (tx) => findProvider(tx, session.org.id, params.id))
        return { checks: await testProvider(row, redirectAddress(means, request, row.id), means) }
      },
      { isLong: true, whenRepeated: 'The provider is asked again.' },
    ),
    serve(routes.turnOn, owner, async ({ tx, session, params, request }) =>
      shown(await turnProvider(tx, session, params.id, true), request),
    ),
    serve(routes.turnOff, owner, async ({ tx, session, params, request }) =>
      shown(await turnProvider(tx, session, params.id, false), request),
    ),
    serve(routes.removeProvider, owner, async ({ tx, session, params }) => removeProvider(tx, session, params.id)),
    serve(routes.addDomain, owner, async ({ tx, session, body }) =>
      domainOfRow(await addDomain(tx, session, body.domain)),
    ),
    // Long: name servers are asked while no transaction is open.
    serve(
      routes.checkDomain,
      owner,
      async ({ session, params, database }) => {
        const orgId = session.org.id
        const row = await inFirm(database, orgId, (tx) => findDomain(tx, orgId, params.id))
        if (row.how) return domainOfRow(row)
        const texts = await means.readTxt(domainOfRow(row).record.name).catch(() => {
          throw new Refusal('dns_silent', 'The name servers of this domain do not answer. Please try again later.', 503)
        })
        if (!hasRecord(row, texts))
          throw new Refusal(
            'not_proved',
            'The TXT record was not found yet. It can take up to an hour until a new record is seen everywhere.',
          )
        return inFirm(database, orgId, async (tx) => {
          const now = await findDomain(tx, orgId, params.id)
          return domainOfRow(now.how ? now : await markProved(tx, session, now, 'dns'))
        })
      },
      { isLong: true, whenRepeated: 'A domain that is proved stays as it is.' },
    ),
    serve(routes.removeDomain, owner, async ({ tx, session, params }) => removeDomain(tx, session, params.id)),
    // Long: the operator's own firm is set on the call's transaction, and this is about another one.
    serve(
      routes.proveDomain,
      notWhileSwitched(operator),
      async ({ session, params, body, database }) =>
        inFirm(database, params.id, async (tx) => {
          const firm = await sql`select 1 from orgs where id = ${params.id}`.execute(tx)
          if (firm.rows.length === 0) throw notFound()
          const doer = { actor: { id: session.actor.id, name: operatorName(session.actor) }, org: { id: params.id } }
          const known = (await domainRows(tx, params.id)).find(({ domain }) => domain === body.domain)
          const row = known ?? (await addDomain(tx, doer, body.domain))
          return domainOfRow(row.how ? row : await markProved(tx, doer, row, 'operator'))
        }),
      { isLong: true, whenRepeated: 'A domain that is proved stays as it is.' },
    ),
  ]
}

const operatorName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()
