// Everything a person can see, as a workbook or CSV files, generated while it is sent. Each feature defines its sheets.
import { dayIn } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { type PersonSheet, type SheetValue, sheet } from '#core/server/personSheet.ts'
import { csvPieces } from '#core/server/reports/csvStream.ts'
import { workbookPieces } from '#core/server/reports/workbookStream.ts'
import type { StreamedSheet } from '#core/server/reports/zipStream.ts'
import { Download, defineHandler, type Handler, notWhileSwitched, signedIn } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { routes } from '../ownContract.ts'

const madeAs = {
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
    pieces: workbookPieces,
  },
  csv: { type: 'application/zip', ending: 'zip', pieces: csvPieces },
} as const

export const myWorkbookRoutes = (all: () => readonly PersonSheet[]): Handler[] => [
  defineHandler(
    routes.myWorkbook,
    notWhileSwitched(signedIn),
    async ({ tx, session, database, context, request, query }) => {
      const subject = { id: session.actor.id, name: fullNameOf(session.actor) }
      await audit(tx, session, {
        action: 'data.downloaded',
        subject,
        details: { as: query.format === 'csv' ? 'CSV files' : 'workbook' },
        address: request.ip,
      })
      const allowed = all().filter(({ policy = signedIn }) => policy.allows(session))
      const sheets: StreamedSheet[] = []
      for (const one of allowed) {
        // A sheet that doesn't apply to the person is omitted rather than left empty.
        const first = await one.page(tx, session, null)
        const columns = [...one.columns, ...(one.furtherColumns?.(session) ?? [])]
        if (first) sheets.push({ ...one, columns, pages: pagesOf(database, session, one, first) })
      }
      const { type, ending, pieces } = madeAs[query.format]
      const name = `pursuit-${dayIn(session.org.zone, context.now)}.${ending}`
      return new Download(name, type, pieces(sheets, session.org.zone))
    },
  ),
]

type Page = NonNullable<Awaited<ReturnType<PersonSheet['page']>>>

async function* pagesOf(
  database: Database,
  session: SignedInSession,
  { page }: PersonSheet,
  first: Page,
): AsyncGenerator<readonly SheetValue[][]> {
  for (let read: Page | null = first; read; ) {
    yield read.rows
    const after: string | null = read.after
    if (after === null) return
    read = await withOrg(database, session.org.id, (tx) => page(tx, session, after), { isQuiet: true })
  }
}

const profile: PersonSheet = {
  title: 'Profile',
  columns: sheet.text('Field', 'Value'),
  async page(tx, { actor, org }) {
    const { rows } = await tx.sql<{ email: string; phone: string; groups: string; manages: string; since: string }>`
      select u.email, u.phone, to_char(u.created_at at time zone ${org.zone}, 'YYYY-MM-DD') as since,
        (select coalesce(string_agg(g.name, ', ' order by g.name), '') from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id where m.org_id = u.org_id and m.user_id = u.id) as groups,
        (select coalesce(string_agg(g.name, ', ' order by g.name), '') from group_managers m join groups g on g.org_id = m.org_id and g.id = m.group_id where m.org_id = u.org_id and m.user_id = u.id) as manages
      from users u where u.org_id = ${org.id} and u.id = ${actor.id}`
    const { email, phone, groups, manages, since } = rows[0]!
    return {
      rows: [
        ['Name', fullNameOf(actor)],
        ['Email', email],
        ['Phone', phone],
        ['Firm', org.name],
        ['Time zone of all times in this file', org.zone],
        ['Member since', since],
        ['Groups', groups],
        ['Groups you manage', manages],
      ],
      after: null,
    }
  },
}

export const mySheets: readonly PersonSheet[] = [profile]
