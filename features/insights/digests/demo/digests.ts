// The lists, templates, and digests that the demo firm sends to its people. People are identified by the local part of
// their email addresses.
import { type Frequency, frequencies } from '#core/contract/series.ts'

export const lists = {
  partners: {
    name: 'Partners',
    people: ['dana', 'lee', 'morgan', 'gwendolyn.pike', 'imogen.slate', 'farah.siddiqui', 'nikhil.varma'],
  },
  taxAndDeals: {
    name: 'Tax and deals',
    people: [
      'genevieve.marsh',
      'kofi.asante',
      'ludmila.horvat',
      'rosalind.achebe',
      'stefan.kurz',
      'imogen.slate',
      'rohan.banerjee',
      'wesley.tran',
      'pia.castronovo',
    ],
  },
  /** With the group that Morgan manages. */
  litigation: { name: 'Litigation group', people: ['morgan'], isOfGroup: true },
} satisfies Record<string, { name: string; people: string[]; isOfGroup?: true }>

/** Has turned off digest emails. */
export const unsubscribed = 'hugh.ormsby'

export type DemoDigest = {
  title: string
  curatedBy: string
  author: 'admin' | 'morgan'
  description: string
  template: 'logo' | 'picture'
  lists: readonly (keyof typeof lists)[]
  people?: readonly string[]
  /** Days from the first run to today. On a weekend, the previous working day is used. Left out: a draft. */
  daysAgo?: number
  frequency?: Frequency
  /** Names of the items of each run. A null run has the same items as the previous one. */
  runs: readonly (readonly string[] | null)[]
  link?: { url: string; title: string; description: string }
  /** Outcomes of the first run other than a sent email. */
  troubles?: Record<string, { state: 'failed' | 'doubt'; problem: string }>
  /** Positions of the items that each person opened, if clicks are counted. */
  clicks?: Record<string, readonly number[]>
}

/** In the order of their first runs. */
export const digests: readonly DemoDigest[] = [
  {
    title: 'What this year’s deals taught us',
    curatedBy: 'Alex Hartwell',
    author: 'admin',
    description: 'Disputed earn-outs, owners who hired late, and where to see early who is buying.',
    template: 'logo',
    lists: ['taxAndDeals', 'litigation'],
    daysAgo: 63,
    runs: [
      [
        'Earn-outs: the questions we hear',
        'Hiring a chief financial officer: a short guide for owners',
        'SEC filings: look up a buyer',
      ],
    ],
    troubles: {
      'wesley.tran': { state: 'failed', problem: '552 5.2.2 Mailbox full' },
    },
  },
  {
    title: 'Owners: before the year ends',
    curatedBy: 'Morgan Bell',
    author: 'morgan',
    description: 'Four things to bring up with every owner you meet before the holidays.',
    template: 'picture',
    lists: ['partners', 'litigation'],
    people: ['genevieve.marsh'],
    daysAgo: 35,
    runs: [
      [
        'Getting a family business ready for sale',
        'Letters of intent: what binds and what does not',
        'Noncompetes after the new rules',
      ],
    ],
    link: {
      url: 'https://www.sba.gov/business-guide/manage-your-business/close-or-sell-your-business',
      title: 'Close or sell your business',
      description: 'The government’s own checklist, which most owners have already found.',
    },
    troubles: { 'farah.siddiqui': { state: 'doubt', problem: 'The server stopped while sending this.' } },
  },
  {
    title: 'Litigation, week by week',
    curatedBy: 'Morgan Bell',
    author: 'morgan',
    description: 'What’s new for litigators. Every week, with no repeats.',
    template: 'logo',
    lists: ['litigation'],
    daysAgo: 17,
    frequency: frequencies.weekly,
    runs: [
      ['Holding on to documents: the questions we hear', 'Mediation in one day'],
      ['Noncompetes after the new rules', 'Trade secrets: a list for the Monday after'],
      null,
      ['The first two hours after a claim', 'Round table: general counsel and their insurers'],
    ],
  },
  {
    title: 'Tax: what changes in January',
    curatedBy: 'Alex Hartwell',
    author: 'admin',
    description: 'Read the first one before you call anyone overseas. The rest can wait for the weekend.',
    template: 'picture',
    lists: ['taxAndDeals', 'partners'],
    people: [unsubscribed],
    daysAgo: 6,
    runs: [
      [
        'Pillar Two for mid-sized groups',
        'State nexus after remote work',
        'Estimated payments: the questions we hear',
        'Sales tax on services: a table of twelve states',
      ],
    ],
    clicks: {
      dana: [0, 1],
      'genevieve.marsh': [0],
      'kofi.asante': [0, 3],
      'stefan.kurz': [1],
      'imogen.slate': [0],
      'pia.castronovo': [2],
    },
  },
  {
    title: 'Owners’ evening: who to invite',
    curatedBy: 'Alex Hartwell',
    author: 'admin',
    description: 'The invitation, plus a recording to send to anyone who’s on the fence.',
    template: 'picture',
    lists: ['partners'],
    runs: [['Owners’ evening: letting go', 'Two founders, one buyer']],
  },
]
