import type { DemoSection } from './demoContent.ts'

export const workingWithClients: DemoSection = {
  name: 'Working with clients',
  contents: [
    {
      name: 'Saying what we do in one sentence',
      description: 'Three ways our own lawyers answer “What do you do?”',
      kind: 'video',
      tags: ['Client talks'],
      daysAgo: 30,
      film: 'one-sentence',
    },
    {
      name: 'A manufacturer in three pages',
      description: 'How a plant makes money, what keeps its owner up at night, and where we come in.',
      kind: 'guide',
      tags: ['Manufacturing', 'Client talks'],
      daysAgo: 25,
      text: `For colleagues who meet a manufacturer for the first time.
# How it earns
Hours of machines, not of people. Ask how many shifts run, and which machine everybody waits for.
---
# What keeps the owner awake
- One customer with a third of the orders
- A sixty-three-year-old foreman
- The cost of electricity
---
# Where we come in
Supply contracts, the research credit, and the transition to the next generation. In that order, and never all three in one meeting.`,
    },
    {
      name: 'Software companies: the questions we hear',
      description: 'What founders ask before they have a finance person, and what they should ask instead.',
      kind: 'FAQ',
      tags: ['Technology', 'Finance'],
      daysAgo: 47,
      text: `# Do we owe sales tax?
In some states, since last year. Send us the list of customers by state and we tell you where.
# May we pay people in shares?
Yes, with a value that somebody else has reckoned in the last twelve months.
# What should we ask instead?
Who owns the code that was written before the company was founded. It is the first question of every buyer.`,
    },
    {
      name: 'Energy clients: who decides what',
      description: 'Utilities, developers, and lenders: what each one wants, and which one calls us.',
      kind: 'document',
      tags: ['Energy', 'Finance'],
      daysAgo: 66,
      to: ['morgan', 'dana'],
      text: `# The developer
Has the land and the permit, and no money. Calls first, pays last.
# The lender
Has the money, and a list. Whoever wrote the list for the last project writes it for the next one.
# The utility
Has time. One letter a month, to one person, and never two questions in it.
# What follows
We look for the lender's counsel before we look for the project.`,
    },
    {
      name: 'Hiring a chief financial officer: a short guide for owners',
      description: 'When a controller is enough, what to expect in the first hundred days, and what it costs.',
      kind: 'guide',
      tags: ['Finance', 'Employment'],
      daysAgo: 88,
      isForClients: true,
      text: `Owners hire one two years too late, or one size too large.
# A controller is enough while
- One bank lends
- Nobody outside reads the figures
- The owner reads them every month
# The first hundred days
A forecast that is wrong by less than a tenth, and a list of five things that cost money for no reason.
# What it costs
Less than the discount that a buyer takes for figures which nobody can explain.`,
    },
    {
      name: 'Women who own: an evening at the museum',
      description: 'Thirty business owners, one collection, and an hour with no shop talk.',
      kind: 'event',
      tags: ['Private clients', 'Client talks'],
      daysAgo: 6,
      inDays: 52,
      isForClients: true,
      text: `The museum closes at six. We have it until nine.
# How it goes
- Half an hour with the curator, in three groups
- Supper at long tables, without places
- No speeches
# Whom to invite
An owner whom you have met once, and would like to meet again. Tell us her name, not her company.`,
    },
    {
      name: 'What our clients read: a list of eleven letters',
      description: 'From a survey of forty clients this spring, with the three they mentioned most.',
      kind: 'whitepaper',
      tags: ['Client talks'],
      daysAgo: 100,
      text: `We asked forty clients what they read in the first hour of a Monday. None of them named a law firm.
# Named most
- The weekly letter of their trade association
- The note of their bank about rates
- A page of local news
# What follows
Write for those. Six hundred words, one figure, and a name under it that answers the phone.
# What nobody reads
Anything with 'update' in its title.`,
    },
  ],
}
