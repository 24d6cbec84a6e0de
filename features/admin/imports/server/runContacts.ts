// Imports contacts and undoes it.
import { fullNameOf } from '#core/contract/names.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { ImportedContact, ImportedMatch } from '#features/contacts/server/contract.ts'
import { IMPORTED_CONTACTS, type MappingPart } from '../contract.ts'
import type { ContactMapping } from '../mappingContract.ts'
import { VCARD } from './cardFile.ts'
import { CARD_PROBLEM } from './cardRow.ts'
import { contactReader } from './contactRows.ts'
import { freshStatistics } from './freshStatistics.ts'
import type { ImportPorts } from './ports.ts'
import { repeatedIds } from './repeatedIds.ts'
import { ownersOf } from './rowOwners.ts'
import type { BadRow, GoodRow, Importer, ImportUndo, Transaction } from './run.ts'
import { shapeOf } from './shape.ts'
import { madeBy, rowsAfter, type StoredImport } from './store.ts'

type ContactRow = GoodRow & { contact: ImportedContact; owner: Actor; match: ImportedMatch | null }

export async function contactImporter(
  database: Database,
  { id, org_id, user_id, file_name, options }: StoredImport,
  mapping: ContactMapping,
  now: string,
  { contacts }: ImportPorts,
): Promise<Importer<ContactRow>> {
  const within: Transaction = (work) => withOrg(database, org_id, work)
  const owners = await within(ownersOf)
  const reader = contactReader({ mapping, shape: shapeOf(options), owners, problemAt: problemColumnOf(options) })
  const source = { importId: id, userId: user_id, fileName: file_name, now }
  const matcher = contacts.matcher(source)
  const added = freshStatistics(database, [
    'contacts',
    'contact_emails',
    'contact_words',
    'contact_people',
    'contact_events',
  ])
  const newOf = (rows: ContactRow[]) => rows.filter(({ match }) => match === null).map(({ contact }) => contact)
  return {
    within,
    async read(tx, after, size, seen) {
      const reads = (await rowsAfter(tx, id, after, size)).map(({ row, cells }) => ({
        row,
        cells,
        read: reader(cells),
      }))
      const repeated = await repeatedIds(tx, 'contacts', reads, seen)
      const rows = reads.map(({ row, cells, read }, at): Omit<ContactRow, 'match'> | BadRow => {
        if ('reason' in read) return { row, cells, reason: read.reason }
        const { details, owner, externalId } = read
        if (repeated[at]) return { row, cells, reason: repeated[at] }
        const contact = { id: newId(), details, keptBy: owner.id }
        return { row, outcome: 'imported', externalId, notices: [], contact, owner }
      })
      const good = rows.filter((row) => 'outcome' in row)
      const matches = await matcher.match(
        tx,
        good.map(({ contact }) => contact),
      )
      const matchOf = new Map(good.map((row, at) => [row, matches[at] ?? null]))
      return rows.map((row) => ('outcome' in row ? matched(row, matchOf.get(row) ?? null) : row))
    },
    async save(tx, rows) {
      const fresh = newOf(rows)
      await contacts.save(tx, source, fresh)
      return {
        ids: rows.map(({ contact, match }) => match?.id ?? contact.id),
        committed: () => added(fresh.length),
      }
    },
    previewed: (rows) => matcher.remember(newOf(rows)),
    shown: ({ contact: { details }, owner }) => ({
      Name: fullNameOf(details),
      Title: details.title,
      Company: details.company,
      Email: details.emails.join(', '),
      Phone: details.phones.join(', '),
      Owner: fullNameOf(owner),
    }),
    counter() {
      const counts = new Map<string, number>()
      return {
        see({ outcome, owner }) {
          if (outcome === 'imported') counts.set(fullNameOf(owner), (counts.get(fullNameOf(owner)) ?? 0) + 1)
        },
        parts: async () =>
          [...counts].map(([name, count]) => ({ label: `Kept by ${name}`, count })).sort((a, b) => b.count - a.count),
      }
    },
  }
}

/** The column in which the reading of a vCard file says why a card is damaged. */
const problemColumnOf = ({ encoding, columns }: StoredImport['options']) =>
  encoding === VCARD ? columns.findIndex(({ header }) => header === CARD_PROBLEM) : -1

function matched(row: Omit<ContactRow, 'match'>, match: ImportedMatch | null): ContactRow {
  return match ? { ...row, outcome: 'matched', notices: noticesOf(match), match } : { ...row, match }
}

/** Says nothing about the values of a contact that the admin doesn't see. */
function noticesOf({ isEarlier, isHidden, differs }: ImportedMatch): string[] {
  if (isEarlier)
    return [
      differs
        ? 'An earlier row has the same contact. The other values of this row aren’t imported.'
        : 'An earlier row has the same contact, so it’s imported once.',
    ]
  if (isHidden)
    return [
      'Already here: its fields weren’t changed. People who don’t see this contact yet see it once it’s on one of their Targets.',
    ]
  return differs ? ['Already here: its fields weren’t changed. The file has other values.'] : []
}

export const contactUndo = (
  database: Database,
  { id, org_id }: StoredImport,
  { contacts }: ImportPorts,
): ImportUndo => ({
  within: (work) => withOrg(database, org_id, work),
  isWhole: false,
  remove: async (tx, ids) => new Set(await contacts.remove(tx, id, ids)),
  keptReason: 'Someone has used this contact since it was imported, so it was kept.',
})

/** Counts the contacts that the import created and that still exist. */
export async function sumContacts(tx: Tx, { id }: StoredImport, { contacts }: ImportPorts): Promise<MappingPart[]> {
  const count = await contacts.count(tx, await madeBy(tx, id))
  return count > 0 ? [{ label: IMPORTED_CONTACTS, count }] : []
}
