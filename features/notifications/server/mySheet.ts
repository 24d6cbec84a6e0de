import { currentOrgId } from '#core/server/database/tenant.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { lineAllowed } from '#core/server/notices/notice.ts'
import { type PersonSheet, sheet } from '#core/server/personSheet.ts'

const PAGE = 500
type Line = {
  id: string
  text: string
  details: string[]
  created_at: string
  read_at: string | null
  answered: string | null
}

export const inboxSheet: PersonSheet = {
  title: 'Inbox',
  columns: [
    ...sheet.instant('When'),
    ...sheet.text('Notice', 'Details'),
    ...sheet.instant('Read'),
    ...sheet.text('Answer'),
  ],
  async page(tx, { actor }, after) {
    const { rows } = await tx.sql<Line>`
      select n.id, n.text, n.details, n.created_at, n.read_at, n.answered from notifications n
      where n.org_id = ${currentOrgId} and n.user_id = ${actor.id} and n.id > ${after ?? FIRST_ID} and ${lineAllowed(tx, 'isVisible')} order by n.id limit ${PAGE}`
    return {
      rows: rows.map(({ created_at, text, details, read_at, answered }) => [
        ...[created_at, text, details.join('\n'), read_at, answered],
      ]),
      after: rows.length < PAGE ? null : rows.at(-1)!.id,
    }
  },
}
