// Invented companies and contacts. None exists, and their addresses end in .example.
import type { Random } from '#core/server/demo/random.ts'
import { slugOf } from '#core/server/demo/slug.ts'

export type Company = { name: string; domain: string; trade: Trade }
export type DemoContact = { name: string; first: string; email: string; phone: string }

const trades = {
  shipping: ['Shipping', 'Maritime', 'Ferries', 'Freight', 'Harbor Services'],
  food: ['Foods', 'Creameries', 'Bakeries', 'Orchards', 'Provisions'],
  energy: ['Energy', 'Solar', 'Windworks', 'Power & Light', 'Hydro'],
  health: ['Clinics', 'Biotech', 'Diagnostics', 'Therapeutics', 'Medical Group'],
  software: ['Software', 'Robotics', 'Data Systems', 'Analytics', 'Networks'],
  finance: ['Insurance', 'Credit Union', 'Capital Partners', 'Savings Bank', 'Mutual'],
  building: ['Construction', 'Engineering', 'Architects', 'Homes', 'Timber'],
  property: ['Properties', 'Hotels', 'Resorts', 'Land Company', 'Storage'],
  industry: ['Manufacturing', 'Steelworks', 'Plastics', 'Instruments', 'Tool & Die'],
  trade: ['Outfitters', 'Textiles', 'Furniture', 'Booksellers', 'Cycles'],
  culture: ['Publishing', 'Pictures', 'Broadcasting', 'Museum Foundation', 'Academy'],
} as const
export type Trade = keyof typeof trades

const stems = [
  'Halden',
  'Brightmere',
  'Corvane',
  'Tamsin Bay',
  'Oakhollow',
  'Larkspur',
  'Vesterling',
  'Marrowfield',
  'Quillon',
  'Ashgrove',
  'Pellworth',
  'Sundermere',
  'Norring',
  'Calderwick',
  'Fenwater',
  'Isolde',
  'Thornbury Vale',
  'Eastmarch',
  'Redfern & Daughters',
  'Gullhaven',
  'Winterbourne',
  'Kestrel Point',
  'Dunmarrow',
  'Alderstone',
  'Mirrabel',
  'Castellan',
  'Bluestem',
  'Orrin Lake',
  'Salvarez Hermanos',
  'Tidewell',
  'Farrowgate',
  'Amberline',
  'Lindqvist & Sønner',
  'Stonepine',
  'Harrowgold',
  'Juniper Flat',
  'Maravelle',
  'Pemberlane',
  'Rookwood',
  'Silverthaw',
  'Two Rivers',
  'Copperfold',
  'Yarrow',
  'Zephyrine',
  'Moorcastle',
  'Elmsworth',
  'Hollin',
  'Vantmoor',
  'Greywether',
  'Cinderford',
  'Saltmarsh',
  'Brackenridge',
  'Ostrava Heights',
  'Nightingale',
  'Périgny',
  'Falkenrath',
  'Tallow Creek',
  'Sable Island',
  'Upland',
  'Wexcombe',
  'Arrowleaf',
  'Belcastro',
  'Crowsnest',
  'Dovetail',
  'Everhart',
  'Foxglove',
  'Glasswing',
  'Hartsease',
  'Ironbark',
  'Jessamine',
  'Kirkwall',
  'Loomis Brothers',
  'Meridiem',
  'Northlight',
  'Overmoor',
  'Piedra Blanca',
  'Quarry Hill',
  'Ravensworth',
  'Seven Oaks',
  'Truebridge',
  'Ambrosine',
  'Bellweather',
  'Cloudbank',
  'Drumlin',
  'Eiderdown',
  'Fairholm',
  'Gossamer',
  'Highwater',
  'Inkwell',
  'Jackdaw',
  'Kingsfold',
  'Lanternfish',
  'Milkweed',
  'Nutmeg Harbor',
  'Oxbow',
  'Plumtree',
  'Quicksilver Bend',
  'Rimrock',
  'Sandpiper',
  'Thistledown',
  'Umberfield',
  'Velvet Antler',
  'Willowmere',
  'Yellowthroat',
  'Zinnia',
] as const

const legal = ['', '', '', '', ', Inc.', ' LLC', ' Group', ' Co.', ', Ltd.'] as const

/** Names that are hard to fit on screens. */
const awkward: Company[] = [
  {
    name: 'Associated Growers, Packers and Cold-Storage Operators of the Upper San Joaquin Valley Cooperative',
    domain: 'uppersanjoaquingrowers.example',
    trade: 'food',
  },
  {
    name: 'Société Générique d’Études Hydrologiques Saint-Aubérgine',
    domain: 'saint-aubergine.example',
    trade: 'energy',
  },
  { name: 'Łukasiewicz & Żółtowska Instruments', domain: 'lz-instruments.example', trade: 'industry' },
  { name: '8Æ', domain: '8ae.example', trade: 'software' },
  { name: 'Müller-Großkreuz Präzision', domain: 'mueller-grosskreuz.example', trade: 'industry' },
]

/** Gives a firm's people companies to pursue, now and then one that a colleague already pursues. */
export function marketOf(random: Random): { next: () => Company } {
  const free = companiesOf(random)
  const known: Company[] = []
  return {
    next() {
      if (known.length > 40 && random.chance(0.07)) return random.pick(known)
      const company = free.shift() ?? random.pick(known)
      known.push(company)
      return company
    },
  }
}

/** Returns every company once in shuffled order, with difficult names early. */
function companiesOf(random: Random): Company[] {
  const kinds = Object.entries(trades) as [Trade, readonly string[]][]
  const made = stems.flatMap((stem) =>
    random.some(kinds, 7).map(([trade, words]) => {
      const bare = `${stem} ${random.pick(words)}`
      return { name: bare + random.pick(legal), domain: `${slugOf(bare)}.example`, trade }
    }),
  )
  const mixed = random.some(made, made.length)
  return [...mixed.slice(0, 20), ...awkward, ...mixed.slice(20)]
}

const firstNames = [
  'Ingrid',
  'Mateo',
  'Aisha',
  'Owen',
  'Priya',
  'Lucía',
  'Henrik',
  'Naomi',
  'Tobias',
  'Camille',
  'Rafael',
  'Yuki',
  'Beatriz',
  'Samuel',
  'Zoë',
  'Anders',
  'Fatima',
  'Joaquín',
  'Mei-Lin',
  'Callum',
  'Nadia',
  'Elliott',
  'Soraya',
  'Viktor',
  'Grace',
  'Amadou',
  'Ruth',
  'Dmitri',
  'Helena',
  'Kwame',
  'Renée',
  'Jonas',
  'Leilani',
  'Theodore',
  'Anjali',
  'Marcus',
  'Siobhán',
  'Gabriel',
  'Wanda',
  'Ibrahim',
  'Clara',
  'Desmond',
  'Noor',
  'Patrick',
  'Eun-ji',
  'Franklin',
  'Paloma',
  'Rosa',
  'Emeka',
  'Vera',
  'Harold',
  'Xiomara',
  'Günther',
  'Tessa',
  'Arturo',
  'Bronwen',
  'Caleb',
  'Delphine',
] as const
const lastNames = [
  'Halvorsen',
  'Ruiz',
  'Abernathy',
  'Okonkwo',
  'Lindgren',
  'Castellanos',
  'Whitcombe',
  'Nakagawa',
  'Ferreira',
  'Delacroix',
  'Petrov',
  'Mbeki',
  'Sørensen',
  'Villanueva',
  'Kowalczyk',
  'O’Malley',
  'Thackeray',
  'Bianchi',
  'Rasmussen',
  'Adeyemi',
  'Fontaine',
  'Marchetti',
  'Yamamoto',
  'Quintero',
  'Eriksson',
  'Vandermeer',
  'Popescu',
  'Hathaway',
  'Ibarra',
  'Lefèvre',
  'Cavendish',
  'Rahimi',
  'Szabó',
  'Montgomery',
  'Duarte',
  'Kessler',
  'Lombardi',
  'Ngata',
  'Prescott',
  'Underhill',
  'Varga',
  'Wetherby',
  'Xu',
  'Ybarra',
  'Zielinski',
  'Achterberg',
  'Bellamy',
  'Crane',
  'Draganova',
  'Estrada',
  'Featherstone',
  'Greenhalgh',
  'Ó Súilleabháin',
  'Jankowski',
  'Keane',
  'Lazarov',
  'Mendonça',
  'Oyelaran',
  'Pascoe',
  'Treviño',
] as const
const longContact = 'María de los Ángeles Fernández-Villaverde y Echeverría de la Serna'

/** Returns a fictitious phone number, always the same for a name. */
const phoneOf = (name: string): string =>
  `(206) 555-01${String([...name].reduce((sum, sign) => sum + sign.codePointAt(0)!, 0) % 100).padStart(2, '0')}`

/** Creates a contact at a company, some without an email. */
export function contactAt(company: Company, random: Random): DemoContact {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  const name = random.chance(0.006) ? longContact : `${first} ${last}`
  const email = random.chance(0.12) ? '' : `${slugOf(first)}.${slugOf(last)}@${company.domain}`
  return { name, first: name.split(' ')[0]!, email, phone: phoneOf(name) }
}
