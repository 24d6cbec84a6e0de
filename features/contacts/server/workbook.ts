// Exports the contacts that a person sees to Excel, page by page while the file is sent.
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { type SheetValue, sheet } from '#core/server/personSheet.ts'
import { workbookPieces } from '#core/server/reports/workbookStream.ts'
import { allOf, Download, defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Contact } from '../contract.ts'
import { workbookRoutes } from '../exportContract.ts'
import { contactNameOf } from '../namesContract.ts'
import { listContacts } from './list.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const columns = [
  ...sheet.text('Name', 'Title', 'Company', 'Emails', 'Phones', 'Targets'),
  ...sheet.day('Last touch'),
  ...sheet.text('Notes'),
]

type Listed = Parameters<typeof listContacts>[2]

export const workbookHandlers: Handler[] = [
  defineHandler(
    workbookRoutes.workbook,
    allOf(signedIn, subscribed(trackerFlag)),
    async ({ database, session, query }) => {
      // Without the search, which can be the name or address of a private contact.
      await withOrg(database, session.org.id, (tx) => audit(tx, session, { action: 'contacts.exported' }))
      const pages = pagesOf(database, session, query)
      return new Download(
        'Contacts.xlsx',
        XLSX,
        workbookPieces([{ title: 'Contacts', columns, pages }], session.org.zone),
      )
    },
    { isLong: true },
  ),
]

async function* pagesOf(
  database: Database,
  session: SignedInSession,
  query: Listed,
): AsyncGenerator<readonly SheetValue[][]> {
  for (let after: string | null | undefined; after !== null; ) {
    const place = after === undefined ? {} : { after }
    const page = await withOrg(database, session.org.id, (tx) => listContacts(tx, session, { ...query, ...place }), {
      isQuiet: true,
    })
    yield page.contacts.map(rowOf)
    after = page.cursor
  }
}

const rowOf = (contact: Contact): SheetValue[] => [
  ...[contactNameOf(contact), contact.title, contact.company, contact.emails.join('\n'), contact.phones.join('\n')],
  contact.targets.map(({ company, role }) => `${company || 'Target without a company'} (${role})`).join('\n'),
  ...[contact.last_touch, contact.note],
]
