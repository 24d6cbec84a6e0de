// Who works at the demo firms.
import type { NewPerson } from '#features/admin/operator/server/firms.ts'
import { slugOf } from './companies.ts'
import type { Pipeline } from './pipelines.ts'
import type { Random } from './random.ts'

export type Colleague = Omit<NewPerson, 'passwordHash'> & { pipeline: Pipeline }
export type Group = { name: string; manager: string; members: string[] }
export type Firm = { name: string; domain: string; people: Colleague[]; groups: Group[] }

const noPipeline: Pipeline = {
  active: { overdue: 0, soon: 0, later: 0 },
  reactivated: 0,
  won: 0,
  lost: 0,
  held: 0,
  trashed: 0,
  recent: { steps: 0, created: 0, won: 0 },
}

/** Dana's is the one that shows everything. */
const dana: Pipeline = {
  active: { overdue: 6, soon: 9, later: 29 },
  reactivated: 1,
  won: 33,
  lost: 9,
  held: 5,
  trashed: 2,
  recent: { steps: 7, created: 4, won: 2 },
}
const lee: Pipeline = {
  active: { overdue: 2, soon: 6, later: 13 },
  reactivated: 0,
  won: 12,
  lost: 4,
  held: 2,
  trashed: 1,
  recent: { steps: 9, created: 3, won: 1 },
}
const morgan: Pipeline = {
  active: { overdue: 1, soon: 4, later: 9 },
  reactivated: 0,
  won: 11,
  lost: 3,
  held: 1,
  trashed: 0,
  recent: { steps: 8, created: 1, won: 1 },
}
const robin: Pipeline = {
  active: { overdue: 3, soon: 5, later: 10 },
  reactivated: 1,
  won: 7,
  lost: 3,
  held: 2,
  trashed: 1,
  recent: { steps: 7, created: 2, won: 1 },
}
const ash: Pipeline = {
  active: { overdue: 0, soon: 2, later: 3 },
  reactivated: 0,
  won: 2,
  lost: 1,
  held: 0,
  trashed: 0,
  recent: { steps: 2, created: 1, won: 0 },
}

/** From partners who live on the road to those who have just begun. */
function somePipeline(random: Random): Pipeline {
  const drive = random.next()
  const upTo = (most: number) => random.int(0, Math.round(most * (0.3 + 0.7 * drive)))
  return {
    active: { overdue: random.chance(0.6) ? random.int(0, 3) : 0, soon: 1 + upTo(3), later: 2 + upTo(7) },
    reactivated: random.chance(0.1) ? 1 : 0,
    won: 1 + upTo(7),
    lost: upTo(3),
    held: upTo(2),
    trashed: random.chance(0.15) ? 1 : 0,
    recent: { steps: 2 + upTo(9), created: upTo(2), won: drive > 0.5 ? upTo(1) : 0 },
  }
}

const practices: [string, string[]][] = [
  ['Litigation', ['Gwendolyn Pike', 'Tariq Haddad', 'Soledad Marín', 'Bjørn Aalto', 'Celeste Nwosu', 'Hugh Ormsby']],
  [
    'Corporate',
    [
      'Imogen Slate',
      'Rohan Banerjee',
      'Teodora Ilić',
      'Wesley Tran',
      'Anneliese Brandt',
      'Oluwaseun Bello',
      'Pia Castronovo',
      'Miles Hargrave',
    ],
  ],
  [
    'Employment',
    [
      'Farah Siddiqui',
      'Conor Gallagher',
      'Mina Petrosyan',
      'Jerome Batiste',
      'Ottilie Winter',
      'Rui Azevedo',
      'Harper Lindell',
    ],
  ],
  [
    'Real Estate',
    [
      'Nikhil Varma',
      'Esperanza Cole',
      'Tobiah Frost',
      'Yasmin Karimi',
      'Leopold Strand',
      'Dahlia Moreno',
      'Ezra Whitlock',
    ],
  ],
  [
    'Tax & Trusts',
    [
      'Genevieve Marsh',
      'Kofi Asante',
      'Ludmila Horvat',
      'Bram de Vries',
      'Rosalind Achebe',
      'Stefan Kurz',
      'Maeve Donnelly',
      'Augustin Roux',
    ],
  ],
]

function colleague(name: string, domain: string, pipeline: Pipeline, more: Partial<Colleague> = {}): Colleague {
  const [first_name, ...last] = name.split(' ') as [string, ...string[]]
  return {
    first_name,
    last_name: last.join(' '),
    email: `${slugOf(first_name)}.${slugOf(last.join(''))}@${domain}`,
    pipeline,
    ...more,
  }
}

export function hartwell(random: Random): Firm {
  const domain = 'hartwell.example'
  const named = (name: string, mailbox: string, pipeline: Pipeline, more: Partial<Colleague> = {}) =>
    colleague(name, domain, pipeline, { email: `${mailbox}@${domain}`, ...more })
  const principals = [
    named('Dana Reyes', 'dana', dana),
    named('Lee Okafor', 'lee', lee),
    named('Morgan Bell', 'morgan', morgan, { settings: { 'key-org_report': 1 } }),
    named('Alex Hartwell', 'admin', noPipeline, { role: 'admin', settings: { 'key-org_report': 1 } }),
  ]
  // Sam signs in with a code as well, Kim has lost the password.
  const tryingWaysIn = [
    named('Sam Whitfield', 'sam', noPipeline, { phone: '+1 555 0142', settings: { 'key-two_factor': 1 } }),
    named('Kim Ferreira', 'kim', noPipeline),
  ]
  const others = practices.flatMap(([, names]) => names.map((name) => colleague(name, domain, somePipeline(random))))
  const groups = practices.map(([name, names], i) => {
    const members = names.map((member) => colleague(member, domain, noPipeline).email)
    return i === 0
      ? { name, manager: principals[2]!.email, members: [principals[0]!.email, principals[1]!.email, ...members] }
      : { name, manager: members[0]!, members }
  })
  return { name: 'Hartwell & Stone LLP', domain, people: [...principals, ...others, ...tryingWaysIn], groups }
}

export function brookVale(): Firm {
  const domain = 'brookvale.example'
  const people = [
    colleague('Robin Vale', domain, robin, { email: `robin@${domain}` }),
    colleague('Ash Brook', domain, ash, { email: `admin@${domain}`, role: 'admin', settings: { 'key-org_report': 1 } }),
  ]
  return {
    name: 'Brook & Vale',
    domain,
    people,
    groups: [{ name: 'Partners', manager: `admin@${domain}`, members: people.map(({ email }) => email) }],
  }
}

export const vendor: Firm = {
  name: 'Pursuit',
  domain: 'pursuit.example',
  people: [
    colleague('Olive Operator', 'pursuit.example', noPipeline, { email: 'operator@pursuit.example', role: 'operator' }),
  ],
  groups: [],
}
