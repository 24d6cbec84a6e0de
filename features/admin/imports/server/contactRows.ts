// Reads one row of a file under a mapping and returns a contact, or the reason for rejecting it.
import type { z } from 'zod'
import type { Actor } from '#core/sync/protocol.ts'
import { ContactDetails } from '#features/contacts/contract.ts'
import { emailKeyOf, splitName } from '#features/contacts/namesContract.ts'
import { type ContactFileField, type ContactMapping, emailFields, phoneFields } from '../mappingContract.ts'
import { type Cell as CellOf, cellReader, fieldPlaces, LONGEST_ID, orReason, refuseRow } from './rowCells.ts'
import { ownerReader, type RowOwner } from './rowOwners.ts'
import type { Shape } from './shape.ts'

export type ContactRead = { details: ContactDetails; owner: Actor; externalId: string } | { reason: string }

type Surroundings = {
  mapping: ContactMapping
  shape: Shape
  owners: Map<string, RowOwner>
  /** Column with the reason why a part of the file couldn't be read, or -1. */
  problemAt: number
}

export function contactReader({ mapping, shape, owners, problemAt }: Surroundings): (cells: string[]) => ContactRead {
  const places = fieldPlaces(mapping.columns)
  const cellsOf = cellReader(
    places,
    shape,
    (field, error) => `${labels[field] ?? 'Row'}: the cell holds the error “${error}” instead of a value.`,
  )
  const ownerOf = ownerReader(mapping, places.has('owner'), owners)
  const read = (cells: string[]): ContactRead => {
    const problem = cells[problemAt] ?? ''
    if (problem !== '') refuseRow(problem)
    const cell = cellsOf(cells)
    const externalId = cell('external_id')
    if (externalId.length > LONGEST_ID) refuseRow(`The ID is longer than ${LONGEST_ID} characters.`)
    const owner = ownerOf(cell('owner'))
    const details = checked({
      ...nameOf(cell),
      title: cell('title'),
      company: cell('company'),
      emails: entriesOf(emailFields.map(cell), /[\n;,]|:::/),
      phones: entriesOf(phoneFields.map(cell), /\n|:::/),
      note: cell('note'),
    })
    return { details, owner, externalId }
  }
  return (cells) => orReason(() => read(cells))
}

type Cell = CellOf<ContactFileField>

function nameOf(cell: Cell): Pick<ContactDetails, 'first_name' | 'last_name'> {
  const [first_name, last_name] = [cell('first_name'), cell('last_name')]
  if (first_name !== '' || last_name !== '') return { first_name, last_name }
  return splitName(cell('name').replaceAll(/\s+/g, ' '))
}

/** An entry that is there twice counts once. */
const entriesOf = (cells: string[], between: RegExp): string[] =>
  cells
    .flatMap((cell) => cell.split(between))
    .map((entry) => entry.trim())
    .filter((entry, at, all) => entry !== '' && all.findIndex((one) => emailKeyOf(one) === emailKeyOf(entry)) === at)

const labels: Record<string, string> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  title: 'Title',
  company: 'Company',
  emails: 'Email',
  phones: 'Phone',
  note: 'Note',
  owner: 'Owner',
  external_id: 'ID',
  ...Object.fromEntries(emailFields.map((field) => [field, 'Email'])),
  ...Object.fromEntries(phoneFields.map((field) => [field, 'Phone'])),
}

/** Applies the same limits and messages as for a contact that a person types. */
function checked(given: z.input<typeof ContactDetails>): ContactDetails {
  const parsed = ContactDetails.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  return refuseRow(`${labels[String(issue.path[0])] ?? 'Row'}: ${issue.message}.`.replace('..', '.'))
}
