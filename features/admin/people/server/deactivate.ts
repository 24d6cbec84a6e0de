// Deactivates and reactivates a person, and hands over their targets in the same step.
import { forbidden, notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Call } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { upkeep } from '#features/targets/server/contract.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import type { HandOverPlan, PersonDetail } from '../contract.ts'
import { beginHandOver } from './handOvers.ts'
import { lockAdmins, refuseBreakGlass, refuseLast } from './lastAdmin.ts'
import { lockPerson, personDetail, subjectOf } from './person.ts'

type DeactivationPlan = Pick<
  Call<{ id: string }, unknown, { hand_over: HandOverPlan }>,
  'session' | 'params' | 'body'
> & {
  by?: string
}

type Leaver = Awaited<ReturnType<typeof lockPerson>>

/**
 * Sessions and streams end with the commit (database/functions/end_deactivated.sql), and links in earlier emails stop
 * working.
 */
export const deactivate = (ports: PeoplePorts) =>
  handingOver(ports, async (tx, { session, params }) => {
    const admins = await lockAdmins(tx)
    const person = await lockPerson(tx, session, params.id)
    if (person.id === session.actor.id) throw forbidden('You can’t deactivate your own account.')
    if (person.is_deactivated) throw new Refusal('not_allowed_now', `${fullNameOf(person)} is already deactivated.`)
    refuseLast(admins, person)
    await refuseBreakGlass(tx, person.id)
    triggerAfterCommit(tx, upkeep)
    await tx.sql`update users set deactivated_at = now() where org_id = ${currentOrgId} and id = ${person.id}`
    await ports.waysIn.endLinks(tx, { orgId: session.org.id, userId: person.id })
    await audit(tx, session, { action: 'person.deactivated', subject: subjectOf(person) })
    return person
  })

export const handOver = (ports: PeoplePorts) =>
  handingOver(ports, (tx, { session, params }) => lockPerson(tx, session, params.id))

export async function reactivate(
  tx: Tx,
  session: SignedInSession,
  id: string,
  ports: PeoplePorts,
): Promise<PersonDetail> {
  const person = await lockPerson(tx, session, id)
  if (!person.is_deactivated) throw new Refusal('not_allowed_now', `${fullNameOf(person)} isn’t deactivated.`)
  if (person.is_erased) throw new Refusal('not_allowed_now', 'This account was erased, so no one can use it again.')
  triggerAfterCommit(tx, upkeep)
  await tx.sql`update users set deactivated_at = null where org_id = ${currentOrgId} and id = ${id}`
  await audit(tx, session, { action: 'person.reactivated', subject: subjectOf(person) })
  return personDetail(tx, id, ports)
}

/**
 * One transaction covers the change and the first part of the hand-over. Thousands of targets continue in a background
 * task.
 */
const handingOver = (ports: PeoplePorts, change: (tx: Tx, call: DeactivationPlan) => Promise<Leaver>) => ({
  async change(tx: Tx, call: DeactivationPlan): Promise<PersonDetail> {
    const { params, body } = call
    const person = await change(tx, call)
    if (Object.values(body.hand_over).includes(params.id)) throw notFound('We couldn’t find the new owner.')
    await beginHandOver(tx, call, person, body.hand_over, ports.targets)
    return personDetail(tx, params.id, ports)
  },
})
