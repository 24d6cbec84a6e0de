// The firm, its Targets, and their contacts in the labeled emails. All of it is invented.
import type { MatchContext, MatchTarget } from '../matchMessage.ts'

export type Language = 'en' | 'de' | 'fr' | 'es'
export const everyLanguage: readonly Language[] = ['en', 'de', 'fr', 'es']

export type Person = { name: string; address: string }
export type ContactPerson = Person & { target: string; contact: string; language: Language }

export const me: Person = { name: 'Nora Whitfield', address: 'nora.whitfield@hollis-grant.com' }
export const filing: Person = { name: 'Pursuit', address: 'file-7k2m@in.pursuit-app.com' }
export const colleagues: readonly Person[] = [
  { name: 'Tom Baxter', address: 'tom.baxter@hollis-grant.com' },
  { name: 'Ingrid Sommer', address: 'ingrid.sommer@hollis-grant.de' },
  { name: 'Luc Bernard', address: 'l.bernard@hollis-grant.com' },
]

const person = (language: Language, target: string, contact: string, name: string, address: string): ContactPerson => ({
  language,
  target,
  contact,
  name,
  address,
})

/** Each contact belongs to exactly one Target, except where a test needs otherwise. */
export const contacts: readonly ContactPerson[] = [
  person('en', 't-northgate', 'c-harper', 'Jane Harper', 'jane.harper@northgate-capital.com'),
  person('en', 't-northgate', 'c-okafor', 'Chidi Okafor', 'c.okafor@northgate-capital.com'),
  person('en', 't-brightwell', 'c-oneil', 'Sean O’Neil', "sean.o'neil@brightwell.co.uk"),
  person('en', 't-lumen', 'c-reyes', 'Alma Reyes-Stone', 'areyes@lumenworks.io'),
  person('en', 't-solo', 'c-pratt', 'Dana Pratt', 'dana.pratt@gmail.com'),
  person('de', 't-kessler', 'c-kessler', 'Jürgen Keßler', 'j.kessler@kessler-maschinenbau.de'),
  person('de', 't-kessler', 'c-brandt', 'Anna-Lena Brandt', 'anna-lena.brandt@kessler-maschinenbau.de'),
  person('de', 't-muller', 'c-muller', 'Doris Müller', 'doris@xn--mller-brief-thb.de'),
  person('de', 't-nordlicht', 'c-vonau', 'Karl von Au', 'k.vonau@nordlicht-energie.de'),
  person('fr', 't-lefevre', 'c-lefevre', 'Hélène Lefèvre', 'helene.lefevre@lefevre-associes.fr'),
  person('fr', 't-lefevre', 'c-girard', 'Noël Girard', 'n.girard@lefevre-associes.fr'),
  person('fr', 't-ateliers', 'c-dubois', 'Jean-Marc Dubois', 'jm.dubois@ateliers-du-port.fr'),
  person('es', 't-iberia', 'c-nunez', 'María Núñez Ortega', 'maria.nunez@iberia-consultores.es'),
  person('es', 't-iberia', 'c-vidal', 'Íñigo Vidal', 'ividal@iberia-consultores.es'),
  person('es', 't-azul', 'c-campos', 'José Ángel Campos', 'jcampos@puerto-azul.mx'),
]

/** Contacts of Targets that a colleague shares. */
export const sharedContacts: readonly ContactPerson[] = [
  person('en', 't-shared-vale', 'c-vale', 'Robin Vale', 'robin.vale@vale-holdings.com'),
  person('de', 't-shared-stein', 'c-stein', 'Greta Stein', 'greta.stein@steinwerk.de'),
]

export const strangers: readonly Person[] = [
  { name: 'Peter Vance', address: 'peter.vance@vance-legal.com' },
  { name: 'Sabine Roth', address: 'sabine.roth@roth-partner.de' },
  { name: 'Claire Morel', address: 'claire.morel@orange.fr' },
  { name: 'Pablo Ruiz', address: 'pablo.ruiz@ruiz-hermanos.es' },
]

const touched: Readonly<Record<string, string | null>> = {
  't-northgate': '2026-10-01T08:00:00.000Z',
  't-kessler': '2026-09-11T08:00:00.000Z',
  't-lumen': null,
}

const targetsOf = (people: readonly ContactPerson[], isMine: boolean): MatchTarget[] =>
  [...Map.groupBy(people, ({ target }) => target)].map(([id, those]) => ({
    id,
    isMine,
    lastTouch: touched[id] ?? '2026-05-01T08:00:00.000Z',
    status: 'active',
    contacts: those.map(({ contact, name, address }) => ({ id: contact, name, emails: [address] })),
  }))

/** Two different people with one name, so that the name alone matches neither. */
const namesakes: readonly ContactPerson[] = [
  person('en', 't-twin-a', 'c-twin-a', 'Alex Morgan', 'alex.morgan@twin-a.com'),
  person('en', 't-twin-b', 'c-twin-b', 'Alex Morgan', 'alex.morgan@twin-b.com'),
]

export const context: MatchContext = {
  ownAddresses: [me.address, 'nora.whitfield@gmail.com'],
  filingDomain: 'in.pursuit-app.com',
  colleagueDomains: ['hollis-grant.com', 'hollis-grant.de'],
  targets: [...targetsOf(contacts, true), ...targetsOf(namesakes, true), ...targetsOf(sharedContacts, false)],
}

export const reading = {
  arrivedAt: '2026-11-20T12:00:00.000Z',
  ownDomains: ['pursuit-app.com'],
  zone: 'Europe/Berlin',
}
