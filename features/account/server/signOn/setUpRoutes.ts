// Setup of a firm's single sign-on: the admin's domains and providers, and an operator's verification of a domain.
import type { FastifyRequest } from 'fastify'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { addressProblem } from '#core/server/outboundAddress.ts'
import { defineHandler, firmAdmin, type Handler, notWhileSwitched, operator } from '#core/server/routes.ts'
import { stillAllowed } from '#core/server/stillAllowed.ts'
import { signOnSetUpRoutes as routes } from '../../signOnContract.ts'
import { openAttempt } from './attempts.ts'
import { addDomain, domainOfRow, domainRows, findDomain, hasRecord, markProved, removeDomain } from './domains.ts'
import { addressFor, configurationOf } from './openId.ts'
import { unlink } from './person.ts'
import {
  addProvider,
  changeProvider,
  findProvider,
  type ProviderRow,
  providerOfRow,
  providerRows,
  refuseIncomplete,
  removeProvider,
  turnProvider,
} from './providers.ts'
import { logoutAddress, redirectAddress, refuse } from './routes.ts'
import { testProvider } from './testProvider.ts'
import { judgedTry, refuseUntried } from './tried.ts'

const owner = notWhileSwitched(firmAdmin)

export function ssoSetupHandlers(means: Dependencies): Handler[] {
  const shown = (tx: Tx, row: ProviderRow, request: FastifyRequest) =>
    judgedTry(tx, row).then((tried) =>
      providerOfRow(row, tried, (id) => ({
        redirect_address: redirectAddress(means, request, id),
        logout_address: logoutAddress(means, request, id),
      })),
    )
  const refuseAddress = (issuer: string) => {
    const problem = addressProblem(issuer, means.limits.allowed)
    if (problem) throw invalid({ issuer: problem })
  }
  return [
    defineHandler(routes.read, firmAdmin, async ({ tx, session, request }) => {
      const rows = await providerRows(tx, session.org.id)
      return {
        providers: await inOrder(rows, (row) => shown(tx, row, request)),
        domains: (await domainRows(tx, session.org.id)).map(domainOfRow),
      }
    }),
    defineHandler(routes.addProvider, owner, async ({ tx, session, body, request }) => {
      refuseAddress(body.issuer)
      return shown(tx, await addProvider(tx, session, body), request)
    }),
    defineHandler(routes.changeProvider, owner, async ({ tx, session, params, body, request }) => {
      await findProvider(tx, session.org.id, params.id)
      refuseAddress(body.issuer)
      return shown(tx, await changeProvider(tx, session, params.id, body, means.box), request)
    }),
    // Calls the provider while no transaction is open.
    defineHandler(
      routes.testProvider,
      owner,
      async ({ session, params, database, request }) => {
        const row = await withOrg(database, session.org.id, (tx) => findProvider(tx, session.org.id, params.id))
        return { checks: await testProvider(row, redirectAddress(means, request, row.id), means) }
      },
      { isLong: true, whenRepeated: 'A repeat asks the provider again.' },
    ),
    // Calls the provider while no transaction is open. The cookie binds the trial to this browser.
    defineHandler(
      routes.tryProvider,
      owner,
      async ({ session, params, database, request, reply }) => {
        const orgId = session.org.id
        const row = await withOrg(database, orgId, async (tx) => {
          const found = await findProvider(tx, orgId, params.id)
          await refuseIncomplete(tx, found)
          return found
        })
        const configuration = await configurationOf(row, means).catch(refuse)
        const given = { orgId, providerId: row.id, redirectUri: redirectAddress(means, request, row.id), isTry: true }
        const attempt = await withOrg(database, orgId, async (tx) => {
          await stillAllowed(tx, session, owner)
          return openAttempt(tx, given, request, reply)
        })
        return { url: await addressFor(configuration, attempt, session.user.email) }
      },
      { isLong: true, whenRepeated: 'A repeat starts another attempt, which changes nothing.' },
    ),
    defineHandler(routes.turnOn, owner, async ({ tx, session, params, body, request }) => {
      const row = await findProvider(tx, session.org.id, params.id, true)
      if (!row.is_on) {
        await refuseIncomplete(tx, row)
        refuseUntried(await judgedTry(tx, row), body?.tried)
      }
      return shown(tx, await turnProvider(tx, session, params.id, true), request)
    }),
    defineHandler(routes.turnOff, owner, async ({ tx, session, params, request }) =>
      shown(tx, await turnProvider(tx, session, params.id, false), request),
    ),
    defineHandler(routes.removeProvider, owner, async ({ tx, session, params }) =>
      removeProvider(tx, session, params.id),
    ),
    defineHandler(routes.forgetSubject, owner, async ({ tx, session, params }) => {
      const { rows } = await tx.sql<{ id: string; name: string }>`
        select id, trim(first_name || ' ' || last_name) as name from users where org_id = ${session.org.id} and id = ${params.id} for update`
      if (!rows[0] || (await unlink(tx, session.org.id, params.id)) === 0) throw notFound()
      await audit(tx, session, { action: 'person.sign_on_forgotten', subject: rows[0] })
    }),
    ...domainRoutes(means),
  ]
}

/** The firm's admin adds, verifies, and removes domains. An operator can vouch for one. */
const domainRoutes = (means: Dependencies): Handler[] => [
  defineHandler(routes.addDomain, owner, async ({ tx, session, body }) =>
    domainOfRow(await addDomain(tx, session, body.domain)),
  ),
  // Queries name servers while no transaction is open.
  defineHandler(
    routes.checkDomain,
    owner,
    async ({ session, params, database }) => {
      const orgId = session.org.id
      const row = await withOrg(database, orgId, (tx) => findDomain(tx, orgId, params.id))
      if (row.how) return domainOfRow(row)
      const texts = await means.readTxt(domainOfRow(row).record.name).catch(() => {
        throw new Refusal('dns_silent', 'This domain’s name servers aren’t responding. Try again later.', 503)
      })
      if (!hasRecord(row, texts))
        throw new Refusal(
          'not_proved',
          'We couldn’t find the TXT record yet. New records can take up to an hour to appear.',
        )
      return withOrg(database, orgId, async (tx) => {
        await stillAllowed(tx, session, owner)
        const now = await findDomain(tx, orgId, params.id)
        return domainOfRow(now.how ? now : await markProved(tx, session, now, 'dns'))
      })
    },
    { isLong: true, whenRepeated: 'A verified domain stays verified.' },
  ),
  defineHandler(routes.removeDomain, owner, async ({ tx, session, params }) => removeDomain(tx, session, params.id)),
  // Opens its own transaction, because the call's one is set to the operator's firm.
  defineHandler(
    routes.proveDomain,
    notWhileSwitched(operator),
    async ({ session, params, body, database }) =>
      withoutRls(database, async (tx) => {
        await stillAllowed(tx, session, operator)
        const firm = await tx.sql`select 1 from orgs where id = ${params.id}`
        if (firm.rows.length === 0) throw notFound()
        await tx.setOrg(params.id)
        const doer = { actor: { id: session.actor.id, name: operatorName(session.actor) }, org: { id: params.id } }
        const known = (await domainRows(tx, params.id)).find(({ domain }) => domain === body.domain)
        const row = known ?? (await addDomain(tx, doer, body.domain))
        return domainOfRow(row.how ? row : await markProved(tx, doer, row, 'operator'))
      }),
    { isLong: true, whenRepeated: 'A verified domain stays verified.' },
  ),
]

/** Runs one after the other, because they share a transaction. */
async function inOrder<T, R>(all: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of all) done.push(await work(one))
  return done
}

const operatorName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()
