import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { Download, defineHandler, type Handler } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import type { Nameable } from '../../imports/meanings.ts'
import { administers } from '../../server/administers.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import { peopleRoutes as routes } from '../contract.ts'
import { endSessions, resetPersonTwoFactor, sendReset } from './accountRecovery.ts'
import { deactivate, handOver, reactivate } from './deactivate.ts'
import { editPerson } from './editPerson.ts'
import { erase } from './erase.ts'
import { inviteImported, inviteMany, invitePerson, notInvited } from './invite.ts'
import { fileOfPeople, listPeople } from './peopleList.ts'
import { personDetail } from './person.ts'

export const peopleHandlers = (ports: PeoplePorts): Handler[] => [
  defineHandler(routes.people, administers, ({ tx, query }) => listPeople(tx, query)),
  defineHandler(
    routes.peopleFile,
    administers,
    async ({ database, session, query }) =>
      new Download('people.csv', 'text/csv; charset=utf-8', await fileOfPeople(database, session, query)),
    { isLong: true },
  ),
  defineHandler(routes.person, administers, ({ tx, params }) => personDetail(tx, params.id, ports)),
  defineHandler(routes.invite, administers, ({ tx, session, body }) => invitePerson(tx, session, body, ports)),
  defineHandler(routes.inviteMany, administers, ({ tx, session, body }) => inviteMany(tx, session, body.ids, ports)),
  defineHandler(routes.invitable, administers, async ({ tx, params }) => ({ left: await notInvited(tx, params.id) })),
  defineHandler(routes.inviteImported, administers, ({ tx, session, params }) =>
    inviteImported(tx, session, params.id, ports),
  ),
  defineHandler(routes.edit, administers, ({ tx, session, params, body }) =>
    editPerson(tx, session, params.id, body, ports),
  ),
  defineHandler(routes.sendReset, administers, ({ tx, session, params }) => sendReset(tx, session, params.id, ports)),
  defineHandler(routes.resetTwoFactor, administers, ({ tx, session, params }) =>
    resetPersonTwoFactor(tx, session, params.id, ports),
  ),
  defineHandler(routes.endSessions, administers, ({ tx, session, params }) => endSessions(tx, session, params.id)),
  defineIdempotentHandler(routes.deactivate, administers, deactivate(ports)),
  defineIdempotentHandler(routes.erase, administers, erase(ports)),
  defineIdempotentHandler(routes.handOver, administers, handOver(ports)),
  defineHandler(routes.reactivate, administers, ({ tx, session, params }) => reactivate(tx, session, params.id, ports)),
]

/** Returns all people who can own a target. */
export async function everyone(tx: Tx): Promise<Nameable[]> {
  const { rows } =
    await tx.sql<Nameable>`select id, first_name, last_name, email from users where org_id = ${currentOrgId} and deactivated_at is null order by last_name, first_name, id`
  return rows
}
