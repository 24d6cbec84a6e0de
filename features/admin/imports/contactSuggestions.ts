// Suggests fields for the columns of a file of contacts from their headings and content. Pure.
import { contactWords } from './contactAliases.ts'
import type { ImportColumn } from './contract.ts'
import { type ContactFileField, type ContactMapping, emailFields, phoneFields } from './mappingContract.ts'
import { type Nameable, withMeanings } from './meanings.ts'
import { columnsByWords, most } from './suggestions.ts'

const isOf = (fields: readonly string[], field: ContactFileField) => fields.includes(field)

/** An empty column takes no field of several, so that the filled ones come first. */
function fits(field: ContactFileField, column: ImportColumn): boolean {
  if (isOf(emailFields, field)) return holdsEmails(column)
  return isOf(phoneFields, field) ? column.filled > 0 && column.emails === 0 : true
}

/** A cell can hold several addresses. */
const holdsEmails = (column: ImportColumn) =>
  most(column.emails, column) || (column.filled > 0 && column.samples.some((sample) => sample.includes('@')))

/** `userId` is the person who imports the file and keeps its contacts unless they choose someone else. */
export function suggestContacts(columns: ImportColumn[], people: Nameable[], userId: string): ContactMapping {
  const chosen = columnsByWords(columns, contactWords, fits)
  if (!chosen.includes('email')) {
    const at = columns.findIndex((column, i) => chosen[i] === null && most(column.emails, column))
    if (at >= 0) chosen[at] = 'email'
  }
  return withMeanings({ columns: chosen, owners: {}, defaults: { owner: userId } }, columns, people)
}
