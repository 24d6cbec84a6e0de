import { slugOf } from '#core/server/demo/slug.ts'
import type { NewFirm, NewPerson } from '../../operator/server/firms.ts'

export type Colleague = Omit<NewPerson, 'passwordHash'>
export type Group = { name: string; manager: string; members: string[] }
export type DemoFirmSeed = { name: string; domain: string; people: Colleague[]; groups: Group[] } & Pick<
  NewFirm,
  'hasFlag'
>

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

function colleague(name: string, domain: string, more: Partial<Colleague> = {}): Colleague {
  const [first_name, ...last] = name.split(' ') as [string, ...string[]]
  return {
    first_name,
    last_name: last.join(' '),
    email: `${slugOf(first_name)}.${slugOf(last.join(''))}@${domain}`,
    ...more,
  }
}

function hartwell(): DemoFirmSeed {
  const domain = 'hartwell.example'
  const named = (name: string, mailbox: string, more: Partial<Colleague> = {}) =>
    colleague(name, domain, { email: `${mailbox}@${domain}`, ...more })
  const principals = [
    named('Dana Reyes', 'dana'),
    named('Lee Okafor', 'lee', { settings: { 'key-org_report': 0 } }),
    named('Morgan Bell', 'morgan', { settings: { 'key-org_report': 1 } }),
    named('Alex Hartwell', 'admin', { role: 'admin', settings: { 'key-org_report': 1 } }),
  ]
  // Sam signs in with a second factor, and Kim has lost the password.
  const tryingWaysIn = [
    named('Sam Whitfield', 'sam', { phone: '+1 212 555 0142', settings: { 'key-two_factor': 1 } }),
    named('Kim Ferreira', 'kim'),
  ]
  const others = practices.flatMap(([, names]) => names.map((name) => colleague(name, domain)))
  const groups = practices.map(([name, names], i) => {
    const members = names.map((member) => colleague(member, domain).email)
    return i === 0
      ? { name, manager: principals[2]!.email, members: [principals[0]!.email, principals[1]!.email, ...members] }
      : { name, manager: members[0]!, members }
  })
  return {
    name: 'Hartwell & Stone LLP',
    domain,
    people: [...principals, ...others, ...tryingWaysIn],
    groups,
  }
}

function brookVale(): DemoFirmSeed {
  const domain = 'brookvale.example'
  const people = [
    colleague('Robin Vale', domain, { email: `robin@${domain}` }),
    colleague('Ash Brook', domain, { email: `admin@${domain}`, role: 'admin', settings: { 'key-org_report': 1 } }),
  ]
  return {
    name: 'Brook & Vale',
    domain,
    people,
    // Turns on the whole Tracker without stages and, of the Trainer, only the lessons.
    hasFlag: ({ name }) => /^(license|targets|trainer$)/.test(name),
    groups: [{ name: 'Partners', manager: `admin@${domain}`, members: people.map(({ email }) => email) }],
  }
}

const vendor: DemoFirmSeed = {
  name: 'Pursuit',
  domain: 'pursuit.example',
  people: [colleague('Olive Operator', 'pursuit.example', { email: 'operator@pursuit.example', role: 'operator' })],
  groups: [],
}

export const firms: readonly DemoFirmSeed[] = [hartwell(), brookVale(), vendor]
