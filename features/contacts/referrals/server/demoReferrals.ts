// Referrals that people at the demo firms gave to contacts who had sent them Targets. Random choices follow from the
// contact, so that they don't change the rest of the demo.

import { sql } from 'kysely'
import { addDays } from '#core/contract/dates.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoPart, DemoSetting } from '#core/server/demo/demo.ts'
import { randomOf, seedOf } from '#core/server/demo/random.ts'
import { newId } from '#core/server/ids.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { Contact, ReferralOutcome } from '../../contract.ts'
import { giveReferral } from '../actions.ts'
import { storeSent } from './storeSent.ts'

/** Part of the contacts that get any, and days before today in which they got them. */
const SHARE = 0.6
const MOST = 3
const RECENT_DAYS = 330

const subjects = [
  'A lease for their new office',
  'An estate plan for the founder’s family',
  'A dispute with a former supplier',
  'An audit of the pension fund',
  'A tax question about a second home',
  'The sale of a subsidiary',
  'An employment matter at a portfolio company',
  'A trademark in three countries',
] as const
const outcomes: readonly ReferralOutcome[] = ['open', 'work', 'work', 'nothing']

export const demoReferrals: DemoPart = {
  async fill(tx, { people }, setting) {
    for (const [contactId, owners] of Map.groupBy(await sendersIn(tx), ({ contact_id }) => contact_id))
      giveTo(tx, contactId, owners, people, setting)
  },
}

type Sender = { contact_id: string; name: string; owner_id: string }

async function sendersIn(tx: Tx): Promise<Sender[]> {
  const { rows } = await tx.sql<Sender>`
    select distinct t.came_from->>'contact_id' as contact_id, trim(c.first_name || ' ' || c.last_name) as name, t.owner_id
    from targets t join contacts c on c.org_id = t.org_id and c.id = (t.came_from->>'contact_id')::uuid join orgs o on o.id = t.org_id
    where t.org_id = ${currentOrgId} and ${isOnIn(sql`o.subscriptions`, referralsFlag)} order by name, 1, 3`
  return rows
}

/** Through the action that people use. Only the referrals of the contact are stored. */
function giveTo(
  tx: Tx,
  contactId: string,
  owners: readonly Sender[],
  people: ReadonlyMap<string, Actor>,
  { calendar, zone }: DemoSetting,
): void {
  const [{ name, owner_id }] = owners as [Sender]
  const random = randomOf(seedOf(`referrals ${name}`))
  const actor = [...people.values()].find(({ id }) => id === owner_id)
  if (!actor || !random.chance(SHARE)) return
  const before: Contact = { ...noContact, id: contactId }
  let row = before
  for (let i = random.int(1, MOST); i > 0; i--) {
    const day = calendar.workdayUpTo(addDays(calendar.today, -random.int(3, RECENT_DAYS)))
    const now = calendar.during(day, random)
    const given = { id: contactId, about: random.pick(subjects), day, outcome: random.pick(outcomes) }
    row = giveReferral.decide(row, given, { actor, now, zone, key: crypto.randomUUID(), newId }).row!
  }
  storeSent(tx, before, row, calendar.during(calendar.today, random))
}

const noContact: Omit<Contact, 'id'> = {
  ...{ first_name: '', last_name: '', title: '', company: '', emails: [], phones: [], note: '' },
  ...{ targets: [], last_touch: null, modified: '' },
}
