import type { DemoSection } from './demoContent.ts'

export const taxUpdates: DemoSection = {
  name: 'Tax updates',
  contents: [
    {
      name: 'Transfer pricing: what changes in January',
      description:
        'The new documentation rules in two minutes, and what groups below the threshold still have to keep.',
      kind: 'video',
      tags: ['Tax', 'Manufacturing'],
      daysAgo: 3,
      isForClients: true,
      film: 'transfer-pricing',
    },
    {
      name: 'State nexus after remote work',
      description: 'Three questions that tell you whether a client has to file in a state where it has no office.',
      kind: 'podcast',
      tags: ['Tax', 'Employment'],
      daysAgo: 9,
      recording: 'state-nexus',
    },
    {
      name: 'Year-end planning guide',
      description: 'Everything a privately held business should look at before December 31, in deadline order.',
      kind: 'guide',
      tags: ['Tax', 'Private clients'],
      daysAgo: 7,
      isForClients: true,
      text: `A walk through the last six weeks of the year, for owners of private businesses and the people who advise them.
# Before November 30
- Compare estimated payments with 90 percent of this year and all of last year
- List assets bought since January and the day on which each was first used
- Ask who has moved to another state since spring
---
# Before December 15
Estimated payments for the fourth quarter are due. The smaller of the two amounts is enough, and for most owners that’s the one based on last year.
# Before December 31
- Pay any bonuses that should count for this year
- Document the reasons for officer compensation in the minutes
- Make annual gifts: the exclusion doesn’t carry over
---
# What it costs to wait
A month of delay on $100,000 costs a client about as much as an hour of our time. Put both numbers in one sentence when you call.`,
    },
    {
      name: 'Pillar Two for mid-sized groups',
      description: 'When a group below the threshold still gets asked for numbers, and what a bank wants to see.',
      kind: 'whitepaper',
      tags: ['Tax', 'Finance'],
      daysAgo: 20,
      isForClients: true,
      text: `Groups far below the revenue threshold meet the minimum tax through their owners, their lenders and their buyers.
# Three doors through which it comes
- A parent abroad that has to report for the whole group
- A credit agreement with a promise about effective tax rates
- A buyer who reckons with the rate of next year
---
# What to have on file
One table by country: profit, tax paid, headcount, and assets. It takes two days the first time and an hour each quarter after that.
# What to say to a board
The question isn’t whether we owe it. It’s who will ask us for the numbers first.`,
    },
    {
      name: 'Estimated payments: the questions we hear',
      description: 'Short answers to the questions owners call about in the first week of each quarter.',
      kind: 'FAQ',
      tags: ['Tax', 'Private clients'],
      daysAgo: 33,
      text: `# I had one very good month. Do I owe more now?
Not by that alone. The yearly measures count, unless you choose to reckon by the quarter.
# May I skip a payment and pay it all in April?
You may, and it costs interest from the day on which it was due.
# My brother and I own half each. Do we pay alike?
Only where your other income is alike. Each of you has your own measures.
# Whom do I tell that I have moved?
Us, in the week in which it happens. Two states may count the same days.`,
    },
    {
      name: 'Sales tax on services: a table of twelve states',
      description: 'Where the services our clients sell are taxable, as of this quarter.',
      kind: 'document',
      tags: ['Tax', 'Technology'],
      daysAgo: 48,
      text: `Read the column of the state in which the service is used, not of the one in which the client sits.
# How to read it
- Yes: taxed, and the seller collects
- Split: taxed in part, ask us for the share
- No: not taxed this quarter
---
# What changed
Two states have begun to tax hosted software. One has stopped taxing design work that’s delivered as a file.
# Before you send it on
Always tell the client the date we last checked.`,
    },
    {
      name: 'Research credit: what the file has to show',
      description: 'A checklist for manufacturers who claim the credit for the first time.',
      kind: 'guide',
      tags: ['Tax', 'Manufacturing', 'Technology'],
      daysAgo: 61,
      isForClients: true,
      text: `Most first claims fail on paper, not on merit. The work was done; nobody wrote down that it was uncertain.
# For each project
- What nobody knew at the beginning
- What was tried, in which order, and what failed
- Who worked on it, and for how many hours
# For the year
- A list of projects that is shorter than the list of products
- Invoices of outside labs with a line that says what they tested
---
# The call to make first
Ask the head of engineering about the three things that went wrong this year. Those are the claim.`,
    },
    {
      name: 'IRS newsroom',
      description: 'Where announcements appear first. Look on the second Tuesday of each month.',
      kind: 'document',
      tags: ['Tax'],
      daysAgo: 90,
      isForClients: true,
      url: 'https://www.irs.gov/newsroom',
    },
    {
      name: 'Breakfast: the tax year ahead',
      description: 'Forty minutes of updates, twenty minutes of Q&A, and a table for each industry. Bring one client.',
      kind: 'event',
      tags: ['Tax', 'Client talks'],
      daysAgo: 5,
      inDays: 17,
      isForClients: true,
      text: `Our table is on the second floor. Coffee is there from half past seven.
# What we talk about
- What the new year brings for owners of private businesses
- Where two states count the same person
- What lenders ask since this summer
# What you do
Invite one client whose year was unusual, and one person who could become a client. Sit between them.
# Afterwards
Write to both on the same day. Offer a quarter of an hour, not a meeting.`,
    },
  ],
}
