// Builds a company's page from its targets, whether from this device or the server. Pure.

import { contactKeyOf } from '#core/contract/nameKeys.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { Contact } from '#features/contacts/contract.ts'
import type { Target } from '../contract.ts'
import { openTask } from '../facts.ts'
import type { CompanyEvent, CompanyTarget } from './contract.ts'

export function companyTargetOf(target: Target): CompanyTarget {
  const isInvited = target.shared === 'pending'
  const step = isInvited ? target.tasks.find((task) => task.done === 'incomplete') : openTask(target)
  return {
    id: target.id,
    standing: isInvited ? 'invited' : target.owner_id === target.user_id ? 'own' : 'shared',
    person_id: null,
    owner_id: target.owner_id,
    owner: target.owner,
    company: target.company,
    contact: target.contact,
    contact_email: target.contact_email,
    contact_phone: target.contact_phone ?? '',
    type: target.type,
    value: target.value,
    status: target.status,
    goal: target.goal,
    step: step?.description ?? '',
    due: target.due,
    projected_revenue: target.projected_revenue,
    revenue: target.revenue,
    created: target.created,
  }
}

const rank = { active: 0, archived: 1, completed: 2, lost: 3, deleted: 4 } as const

/** Sorts open targets first, by due date, then held, won, and lost ones, newest first. */
export const inOrder = (targets: readonly CompanyTarget[]): CompanyTarget[] =>
  targets.toSorted(
    (a, b) =>
      rank[a.status] - rank[b.status] ||
      (a.status === 'active' ? order(a.due ?? '9999', b.due ?? '9999') : 0) ||
      order(b.created, a.created) ||
      order(a.id, b.id),
  )

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export type PersonThere = {
  name: string
  email: string
  phone: string
  company: string
  targets: CompanyTarget[]
  /** The contact's record on this device, if there is one. */
  contactId?: string
}

/** Merges contacts with the same name in any spelling or the same email. The newest email and phone number win. */
export function peopleAt(targets: readonly CompanyTarget[]): PersonThere[] {
  const people: PersonThere[] = []
  for (const target of targets.toSorted((a, b) => order(b.created, a.created) || order(a.id, b.id))) {
    const { contact: name, contact_email: email, contact_phone: phone, company } = target
    if (name === '' && email === '' && phone === '') continue
    const known = people.find((person) => isSame(person, target))
    if (!known) people.push({ name, email, phone, company, targets: [target] })
    else {
      known.targets.push(target)
      known.name ||= name
      known.email ||= email
      known.phone ||= phone
    }
  }
  return people.sort((a, b) => b.targets.length - a.targets.length || order(a.name, b.name))
}

/** Links people to their records, and adds contacts of these targets who are first on none of them. */
export function withContactRecords(
  people: readonly PersonThere[],
  targets: readonly CompanyTarget[],
  contacts: readonly Contact[],
): PersonThere[] {
  const byId = new Map(targets.map((target) => [target.id, target]))
  const there = contacts.filter((contact) => contact.targets.some(({ id }) => byId.has(id)))
  const linked = people.map((person) => {
    const record = there.find((contact) => isRecordOf(contact, person))
    return record ? { ...person, contactId: record.id } : person
  })
  const known = new Set(linked.map(({ contactId }) => contactId))
  const others = there
    .filter(({ id }) => !known.has(id))
    .map((contact) => ({
      name: fullNameOf(contact),
      email: contact.emails[0] ?? '',
      phone: contact.phones[0] ?? '',
      company: contact.company,
      targets: contact.targets.flatMap(({ id }) => byId.get(id) ?? []),
      contactId: contact.id,
    }))
  return [...linked, ...others.sort((a, b) => b.targets.length - a.targets.length || order(a.name, b.name))]
}

const isRecordOf = (contact: Contact, { name, email, targets }: PersonThere): boolean =>
  contact.targets.some(({ id }) => targets.some((target) => target.id === id)) &&
  (contactKeyOf(fullNameOf(contact)) === contactKeyOf(name) ||
    (email !== '' && contact.emails.some((one) => one.toLowerCase() === email.toLowerCase())))

const isSame = (person: PersonThere, target: CompanyTarget): boolean => {
  const [email, key] = [target.contact_email.toLowerCase(), contactKeyOf(target.contact)]
  if (email !== '' && email === person.email.toLowerCase()) return true
  if (key !== '') return key === contactKeyOf(person.name)
  return email === '' && person.name === '' && target.contact_phone === person.phone
}

/** Sums expected dollars of open targets and won dollars. Intangible adds nothing. */
export function sumsOf(targets: readonly CompanyTarget[]): { projected: number; won: number } {
  const sum = (amounts: (number | null)[]) => amounts.reduce<number>((all, one) => all + Math.max(0, one ?? 0), 0)
  const open = targets.filter(({ status }) => status === 'active' || status === 'archived')
  const won = targets.filter(({ status }) => status === 'completed')
  return {
    projected: sum(open.map((one) => one.projected_revenue)),
    won: sum(won.map(({ revenue }) => revenue)),
  }
}

/** Most events shown from this device's data alone. */
const MOST_EVENTS = 50

/** Events in rows (created, done, won), newest first, as stamps in the firm's zone. */
export const eventsKnown = (rows: readonly Target[]): CompanyEvent[] =>
  rows
    .filter(({ shared }) => shared !== 'pending')
    .flatMap(eventsIn)
    .sort((a, b) => order(b.at, a.at) || order(a.id, b.id))
    .slice(0, MOST_EVENTS)

function eventsIn(row: Target): CompanyEvent[] {
  const said = { target_id: row.id, by_name: '', undone: false }
  const owner = { user_id: row.owner_id, ...namesOf(row.owner) }
  const created = {
    ...said,
    ...owner,
    id: `${row.id}:created`,
    kind: 'targetCreated',
    at: row.created,
    data: { undated: row.undated },
  }
  const done = row.tasks.flatMap(({ id, user_id, first_name, last_name, completed, description }) =>
    completed
      ? [{ ...said, id, user_id, first_name, last_name, kind: 'stepDone', at: completed, data: { description } }]
      : [],
  )
  if (row.status !== 'completed' || !row.completed) return [created, ...done]
  const data = { revenue: row.revenue }
  return [created, ...done, { ...said, ...owner, id: `${row.id}:won`, kind: 'targetWon', at: row.completed, data }]
}

/** The last word of a full name is the family name. */
function namesOf(fullName: string): { first_name: string; last_name: string } {
  const at = fullName.lastIndexOf(' ')
  return at < 0
    ? { first_name: fullName, last_name: '' }
    : { first_name: fullName.slice(0, at), last_name: fullName.slice(at + 1) }
}
