// Further contacts of demo Targets: an assistant or a colleague of the first one, with titles and roles. Their random
// choices follow from the first contact, so that they don't change the rest of the demo.
import { type Random, randomOf, seedOf } from '#core/server/demo/random.ts'
import { type ContactDetails, contactRoles } from '#features/contacts/contract.ts'
import { splitName } from '#features/contacts/namesContract.ts'
import { contactAt, type DemoContact } from './companies.ts'
import type { Prospect } from './story.ts'

const titles = {
  'Decision maker': ['Chief Executive Officer', 'Chief Financial Officer', 'General Counsel', 'Managing Director'],
  Influencer: ['Director of Operations', 'Head of Tax', 'Controller', 'Vice President, Projects'],
  Gatekeeper: ['Executive Assistant', 'Office Manager', 'Chief of Staff'],
  Introducer: ['Board Member', 'Senior Adviser'],
  Other: ['Associate General Counsel', 'Project Manager', 'Finance Manager'],
} as const
const chances = ['Decision maker', 'Influencer', 'Influencer', 'Gatekeeper', 'Introducer', 'Other'] as const

type Addition = { contact: ContactDetails; role: string }

/** Returns the role of the first contact and the contacts to add. */
export function demoContacts({ company, contact }: Prospect): { firstRole: string; added: Addition[] } {
  const random = randomOf(seedOf(`${company.name} ${contact.name}`))
  const firstRole = random.chance(0.6) ? 'Decision maker' : random.pick(contactRoles)
  const many = random.chance(0.72) ? 0 : random.chance(0.7) ? 1 : random.int(2, 4)
  return {
    firstRole,
    added: Array.from({ length: many }, () => additionAt(contactAt(company, random), company.name, random)),
  }
}

function additionAt({ name, email, phone }: DemoContact, company: string, random: Random): Addition {
  const role = random.pick(chances)
  return {
    role,
    contact: {
      ...splitName(name),
      title: random.pick(titles[role]),
      company,
      emails: email ? [email] : [],
      phones: phone ? [phone] : [],
      note: '',
    },
  }
}
