import type { DemoSection } from './demoContent.ts'

export const realEstate: DemoSection = {
  name: 'Real estate',
  contents: [
    {
      name: 'Leases that end in the next two years',
      description: 'What to ask a tenant, what to ask a landlord, and when each has to decide.',
      kind: 'guide',
      tags: ['Real estate', 'Client talks'],
      daysAgo: 15,
      isForClients: true,
      text: `Every lease has a day on which the tenant loses a choice. It is rarely the last one.
# For tenants
- Find the notice date, and put it into your calendar twice
- Measure what is used, desk by desk, in two ordinary weeks
- Ask for the landlord's loan: when it ends, so does patience
---
# For landlords
- List tenants by the earliest date they can leave
- Offer a longer lease before anyone asks
- Read the alterations clause before you promise a wall`,
    },
    {
      name: 'Loans that come due: a table by lender',
      description: 'Which lenders extended this year, on what terms, and what they wanted first.',
      kind: 'document',
      tags: ['Real estate', 'Finance'],
      daysAgo: 22,
      to: 'group',
      text: `From nineteen files of our own. For internal use only.
# What lenders wanted before they talked
- Rents of the last twelve months, tenant by tenant
- A letter of the appraiser, not older than half a year
- A sentence about who puts in money if it is needed
# What they gave
Eleven extended for a year, five for two, three sold the loan. Whoever asked six months ahead was among the first eleven.`,
    },
    {
      name: 'Energy rules for older buildings',
      description:
        'When each requirement takes effect, what it costs per square foot, and who pays under each type of lease.',
      kind: 'whitepaper',
      tags: ['Real estate', 'Energy'],
      daysAgo: 36,
      isForClients: true,
      text: `Four cities in which our clients own buildings have set limits. The first fines fall due next year.
# What is measured
Energy per square foot and year, by use. A restaurant on the ground floor changes the class of the whole house.
# Who pays
Under a net lease the tenant pays for what is used, and the owner for what is built. Between the two lies most of our work.
---
# What to do this winter
- Read the last three bills
- Ask for the report that the city already has
- Compare one year’s fine with the cost of new controls`,
    },
    {
      name: 'Buying with a partner: the questions we hear',
      description: 'Who decides, who pays more, and how one of the two gets out.',
      kind: 'FAQ',
      tags: ['Real estate', 'Private clients'],
      daysAgo: 44,
      text: `# We are friends. Do we need all of this?
You need it to stay friends. Write it while you still agree.
# Who decides?
Name four things that need both of you. For all else one of you is enough.
# One of us has more money. How do we count that?
As a loan with interest, or as a larger share. Not as something that is understood.
# How does one of us leave?
One names a price, the other one chooses whether to buy or to sell at it.`,
    },
    {
      name: 'Construction contracts: ten clauses to read first',
      description: 'For a half-hour first look, before the client calls.',
      kind: 'document',
      tags: ['Real estate', 'Litigation'],
      daysAgo: 58,
      text: `Begin at the back: the exhibits rule out what the first page promises.
# The ten
- What counts as finished
- Who carries the price of steel
- How a change is ordered, and by whom
- What happens while both argue
- Retainage, and when it is released
- Delay by weather
- Delay by the owner
- Liens
- Who insures what
- Which court, or which arbitrator`,
    },
    {
      name: 'Zoning hearings: how to be heard',
      description: 'What a zoning board listens for, and in what order.',
      kind: 'guide',
      tags: ['Real estate', 'Litigation'],
      daysAgo: 77,
      text: `A board decides in the first five minutes what it will ask you in the next twenty.
# Before
- Visit the neighbors, all of them
- Bring one drawing that a person can read from the back of the room
# There
Say what stays as it is. Then say what changes. Then stop.
# After
Write down what you promised, and send it to the clerk before anybody asks.`,
    },
    {
      name: 'Walk through: three conversions',
      description: 'Offices that became homes. An hour on foot with the architect, then lunch.',
      kind: 'event',
      tags: ['Real estate', 'Client talks'],
      daysAgo: 11,
      inDays: 45,
      isForClients: true,
      text: `We meet at the corner of the old post office. Wear shoes you can climb stairs in.
# What you will see
- A house of 1962 with 40 homes in it
- A tower that could not be converted, and why
- A row of shops with flats above
# Why clients come
They own something like it. Ask each of them which of the three it is.`,
    },
    {
      name: 'Property tax appeals: where to file',
      description: 'California filing addresses and deadlines, from the state’s own site.',
      kind: 'guide',
      tags: ['Real estate', 'Tax'],
      daysAgo: 130,
      isForClients: true,
      url: 'https://www.boe.ca.gov/proptaxes/assessappeal.htm',
    },
  ],
}
