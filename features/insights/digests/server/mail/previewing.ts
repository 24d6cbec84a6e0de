// The preview of a digest for people who manage it: the exact email, at a URL that is theirs alone.
import { notFound } from '#core/contract/errors.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import type { Role, Settings } from '#core/contract/session.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ClosedItem } from '../../contract.ts'
import { composeDigest } from '../composeDigest.ts'
import { type DigestContent, openers } from '../contents.ts'
import { contactIdsOf } from '../reach.ts'
import { itemsOf, readDigest } from '../rows.ts'
import { type PreparedMail, prepareDigestMail } from './digestMail.ts'
import type { DigestMail } from './mailInput.ts'
import { type MailPlace, mailKeyOf, mailTokenOf, PREVIEW } from './mailToken.ts'
import { emailHeading } from './mailWords.ts'
import { endingNothing, readerOf } from './sending.ts'

type Where = { orgId: string; zone: string; now: string; origin: string }

/** Returns the preview for this person. Throws 404 if there is no such digest. */
export async function previewOf(tx: Tx, digestId: string, userId: string, where: Where) {
  const row = await readDigest(tx, digestId)
  const { mail, contents } = await composeDigest(tx, row, await itemsOf(tx, digestId), where)
  const contacts = await contactIdsOf(tx, digestId)
  const token = mailTokenOf(mailKeyOf(tx, where.orgId), { orgId: where.orgId, runId: digestId, userId, item: PREVIEW })
  const closed_items = await closedTo(tx, [...contents.values()], contacts)
  return {
    subject: emailHeading(mail).subject,
    url: `/api/digestmail/${token}`,
    contacts: contacts.length,
    closed_items,
  }
}

/** Returns the items that some of these people can't open. */
async function closedTo(tx: Tx, contents: readonly DigestContent[], userIds: readonly string[]): Promise<ClosedItem[]> {
  const restricted = contents.filter(({ is_for_everyone }) => !is_for_everyone)
  const ids = restricted.map(({ id }) => id)
  const may = await openers(tx, ids, userIds)
  return restricted
    .map(({ id, name }) => ({ title: name, people: userIds.filter((userId) => !may.has(`${id} ${userId}`)).length }))
    .filter(({ people }) => people > 0)
}

/** Serves the preview page. Checks the permission on each request, and throws 404 without it. */
export async function previewPage(
  tx: Tx,
  place: MailPlace,
  { now, origin }: Pick<Where, 'now' | 'origin'>,
): Promise<string> {
  const { rows } = await tx.sql<{ role: Role; settings: Settings; zone: string }>`
    select u.role, u.settings, o.time_zone as zone from users u join orgs o on o.id = u.org_id where u.org_id = ${currentOrgId} and u.id = ${place.userId}`
  const [person] = rows
  if (!person || !managesContent(person.role, person.settings)) throw notFound('This preview has expired.')
  const { mail, prepared } = await madeNow(tx, place.runId, { orgId: place.orgId, zone: person.zone, now, origin })
  const run = {
    mail,
    prepared,
    countsClicks: false,
    parts: new Map(),
    why: 'In the real email, this line explains why the person receives it.',
  }
  const { reader } = await readerOf(tx, { ...place, origin }, run)
  return prepared.fill(endingNothing(reader)).html
}

async function madeNow(tx: Tx, digestId: string, where: Where): Promise<{ mail: DigestMail; prepared: PreparedMail }> {
  const { mail } = await composeDigest(tx, await readDigest(tx, digestId), await itemsOf(tx, digestId), where)
  return { mail, prepared: prepareDigestMail(mail) }
}

/** Applies the dark-mode styles always or never, independent of the reader's browser. */
export const inScheme = (html: string, scheme: 'dark' | 'light' | undefined): string =>
  scheme === undefined
    ? html
    : html.replaceAll(/\(prefers-color-scheme:\s*dark\)/g, scheme === 'dark' ? 'all' : 'not all')
