// Erases a person who has left. Their row, ID, and audit log entries stay without their identity. Name, email, phone,
// sign-in methods, devices, and inbox are deleted.
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { Call } from '#core/server/routes.ts'
import type { TransactionContext } from '#core/server/serveOnce.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { upkeep } from '#features/targets/server/contract.ts'
import { endExportsOf } from '../../operator/server/exportFirms.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import { erased, type PersonDetail } from '../contract.ts'
import { eraseInStoredResponses } from './eraseAnswers.ts'
import { lockPerson, personDetail } from './person.ts'

type Erasing = Call<{ id: string }, unknown, unknown>

/**
 * Bypasses row-level security, because the application role can't change audit log entries or read sign-in email
 * addresses.
 */
const within: TransactionContext<unknown, unknown> = ({ database, session }, _, work) =>
  withoutRls(database, async (tx) => {
    await tx.setOrg(session.org.id)
    return work(tx, undefined)
  })

export const erase = (ports: PeoplePorts) => ({
  within,
  async change(tx: Tx, { session, params }: Erasing): Promise<PersonDetail> {
    const person = await lockPerson(tx, session, params.id)
    const name = fullNameOf(person)
    if (!person.is_deactivated) throw new Refusal('not_allowed_now', `Deactivate ${name} first.`)
    if (person.is_erased) throw new Refusal('not_allowed_now', 'This account was already erased.')
    const owned = Object.values(await ports.targets.count(tx, person.id)).reduce((sum, count) => sum + count, 0)
    if (owned > 0) throw new Refusal('not_allowed_now', `Hand over the Targets of ${name} first.`)
    const who = { orgId: session.org.id, id: person.id, name, email: person.email }
    await erasePersonData(tx, who)
    await eraseTexts(tx, who)
    await eraseInStoredResponses(tx, { ...who, first: person.first_name, last: person.last_name, phone: person.phone })
    // Deletes earlier archives, which name the person. The firm can be exported again.
    await endExportsOf(tx, who.orgId)
    triggerAfterCommit(tx, upkeep)
    await audit(tx, session, { action: 'person.erased', subject: { id: person.id, name: erased.name } })
    return personDetail(tx, person.id, ports)
  },
})

type Who = { orgId: string; id: string; name: string; email: string }

/** Tables with a person's sign-in methods, devices, and inbox, which no one else needs. */
const theirs = [
  ...[
    'sessions',
    'passkeys',
    'passkey_plans',
    'phone_plans',
    'authenticators',
    'recovery_codes',
    'known_devices',
    'login_challenges',
    'phone_plans',
    'code_sends',
  ],
  ...[
    'password_keys',
    'sign_on_keys',
    'sign_on_subjects',
    'push_registrations',
    'unsubscribe_keys',
    'unsubscribe_links',
    'notifications',
    'once_only',
  ],
  // Worksheet answers are a person's own notes.
  ...[
    'worksheet_comments',
    'worksheet_writings',
    'worksheet_cells',
    'worksheet_answers',
    'contact_people',
    'touch_people',
    'feed_sequences',
  ],
  // Learning progress and assignments are meaningless without the person.
  ...['lesson_progress', 'lesson_assignments'],
  // Emails sent to the person and the links they opened. A run keeps its counts.
  ...['digest_people', 'digest_left_out', 'distribution_list_people', 'digest_recipients', 'digest_visits'],
  ...['report_schedule_people', 'report_deliveries'],
  // Emails that wait to be filed, and the addresses they come from.
  ...['filed_messages', 'unfiled_counts', 'filing_people', 'filing_directory'],
]

/** Rate limits hold only hashes of email addresses and expire after two days. */
async function erasePersonData(tx: Tx, { orgId, id }: Who): Promise<void> {
  await eraseSenders(tx, orgId, id)
  for (const table of theirs) await tx.sql`delete from ${sql.table(table)} where org_id = ${orgId} and user_id = ${id}`
  // Colleagues on the Target still see what kind of touch it was, and when.
  await tx.sql`update touches set subject = '', body = '', attachments = '[]', others = '[]', message_id = null where org_id = ${orgId} and user_id = ${id}`
  // A device to be wiped still gets the order through its session.
  await tx.sql`update wipes set device = '', address = '' where org_id = ${orgId} and user_id = ${id}`
  await tx.sql`delete from login_directory where org_id = ${orgId} and user_id = ${id}`
  await tx.sql`
    update users set first_name = ${erased.first_name}, last_name = ${erased.last_name}, email = id || '@erased.invalid', phone = '', role = 'member', password_hash = null,
      settings = '{}', calendar_secret = null, calendar_sealed = null, calendar_hash = null, is_calendar_unmade = false, invited_at = null, signed_in_at = null, scim_user_name = null, scim_external_id = null,
      is_scim_gone = true, erased_at = now()
    where org_id = ${orgId} and id = ${id}`
}

/** Codes were emailed to the addresses that the person files from. */
async function eraseSenders(tx: Tx, orgId: string, id: string): Promise<void> {
  const { rows } = await tx.sql<{ address: string }>`
    delete from filing_senders where org_id = ${orgId} and user_id = ${id} returning address`
  const addresses = rows.map(({ address }) => address)
  await tx.sql`
    delete from outgoing where org_id = ${orgId} and channel = 'mail' and state <> 'sending' and lower(recipient) = any(${addresses}::text[])`
}

/** Replaces the name and email in other people's data. The audit log keeps the action and the IDs. */
async function eraseTexts(tx: Tx, { orgId, id, name, email }: Who): Promise<void> {
  const gone = erased.name
  await tx.sql`update audit_log set actor_name = ${gone}, address = '' where org_id = ${orgId} and actor_id = ${id}`
  await tx.sql`update audit_log set subject = ${gone}, details = '{}' where org_id = ${orgId} and subject_id = ${id}`
  await tx.sql`update audit_log set subject = ${gone} where org_id = ${orgId} and subject = ${email}`
  await tx.sql`update notifications set text = replace(text, ${name}, ${gone}), details = array(select replace(d, ${name}, ${gone}) from unnest(details) d)
    where org_id = ${orgId} and actor_id = ${id}`
  await tx.sql`delete from outgoing where org_id = ${orgId} and state <> 'sending' and (recipient = ${email} or recipient = ${id})`
  // Messages to others that are pending or failed can name people within their text.
  const inWords = JSON.stringify(name).slice(1, -1)
  await tx.sql`update outgoing set content = replace(replace(content::text, ${inWords}, ${gone}), ${email}, ${`${id}@erased.invalid`})::jsonb
    where org_id = ${orgId} and state <> 'sending' and (position(${inWords} in content::text) > 0 or position(${email} in content::text) > 0)`
  await tx.sql`delete from digest_bounces where org_id = ${orgId} and address = lower(${email})`
  await tx.sql`update report_deliveries set files = array(select replace(f, ${name}, ${gone}) from unnest(files) f), mail = replace(mail::text, ${inWords}, ${gone})::jsonb
    where org_id = ${orgId} and (exists (select 1 from unnest(files) f where position(${name} in f) > 0) or position(${inWords} in mail::text) > 0)`
  await tx.sql`update report_mail_files set name = replace(name, ${name}, ${gone}) where org_id = ${orgId} and position(${name} in name) > 0`
  for (const table of ['report_schedules', 'report_schedule_runs'])
    await tx.sql`update ${sql.table(table)} set problem = replace(problem, ${name}, ${gone}) where org_id = ${orgId} and position(${name} in problem) > 0`
  await tx.sql`update import_rows set cells = '[]' where org_id = ${orgId} and made_id = ${id}`
  // These columns hold only a name, so a colleague with the same name is replaced as well.
  for (const table of ['hand_overs', 'target_events', 'audit_log', 'sessions'])
    await tx.sql`update ${sql.table(table)} set by_name = ${gone} where org_id = ${orgId} and by_name = ${name}`
  const [before, after] = [JSON.stringify(name), JSON.stringify(gone)]
  for (const [table, column] of told)
    await tx.sql`update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}::text, ${before}, ${after})::jsonb
      where org_id = ${orgId} and position(${before} in ${sql.ref(column)}::text) > 0`
}

/** Columns whose text can name a person. */
const told = [
  ['target_events', 'data'],
  ['targets', 'edits'],
  ['notes', 'edit'],
  ['tasks', 'edit'],
] as const
