// A person's contacts as part of their own data and of their workbook.
import { sql } from 'kysely'
import { fullNameOf } from '#core/contract/names.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { type PersonSheet, sheet } from '#core/server/personSheet.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Contact } from '../contract.ts'
import { contactOnDeviceOf } from './seeing.ts'

const PAGE = 200

/** Returns the contacts of the person's own and shared Targets, and those that they keep. */
export async function myContacts(tx: Tx, { actor, org }: Pick<SignedInSession, 'actor' | 'org'>, after: string | null) {
  const { rows } = await tx.sql<{ text: string }>`
    select ${contactOnDeviceOf(sql`${actor.id}`, org.zone)} as text from contact_people p join contacts c on c.org_id = p.org_id and c.id = p.contact_id
    where p.org_id = ${currentOrgId} and p.user_id = ${actor.id} and not p.gone and c.id > ${after ?? FIRST_ID} order by c.id limit ${PAGE}`
  const found = rows.map(({ text }) => JSON.parse(text) as Contact)
  return { rows: found, after: found.length < PAGE ? null : found.at(-1)!.id }
}

export const contactSheet: PersonSheet = {
  title: 'Contacts',
  columns: sheet.text('Name', 'Title', 'Company', 'Email', 'Phone', 'Targets', 'Notes', 'ID'),
  policy: subscribed(trackerFlag),
  async page(tx, session, after) {
    const page = await myContacts(tx, session, after)
    return {
      rows: page.rows.map((contact) => [
        ...[fullNameOf(contact), contact.title, contact.company, contact.emails.join('\n'), contact.phones.join('\n')],
        contact.targets.map(({ company, role }) => `${company} (${role})`).join('\n'),
        ...[contact.note, contact.id],
      ]),
      after: page.after,
    }
  },
}
