// A person's own touches as part of their data and of their workbook.
import { sql } from 'kysely'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { type PersonSheet, sheet } from '#core/server/personSheet.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Touch } from '../contract.ts'
import { touchKindLabels } from '../touchLabels.ts'
import { touchText } from './seeing.ts'

const PAGE = 200

export async function myTouches(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ text: string }>`
    select ${touchText({ id: sql`${actor.id}` })} as text from touches h
    where h.org_id = ${currentOrgId} and h.user_id = ${actor.id} and h.deleted_at is null and h.id > ${after ?? FIRST_ID} order by h.id limit ${PAGE}`
  const found = rows.map(({ text }) => JSON.parse(text) as Touch)
  return { rows: found, after: found.length < PAGE ? null : found.at(-1)!.id }
}

export const touchSheet: PersonSheet = {
  title: 'Touches',
  columns: [...sheet.instant('When'), ...sheet.text('Kind', 'With', 'Subject', 'Text', 'Minutes', 'Files', 'ID')],
  policy: subscribed(trackerFlag),
  async page(tx, session, after) {
    const page = await myTouches(tx, session, after)
    return {
      rows: page.rows.map(({ at, kind, contacts, subject, text, minutes, attachments, id }) => [
        ...[at, touchKindLabels[kind], contacts.map(({ name }) => name).join('\n'), subject, text ?? ''],
        ...[minutes === null ? '' : String(minutes), attachments.map(({ name }) => name).join('\n'), id],
      ]),
      after: page.after,
    }
  },
}
