import type { DemoSection } from './demoContent.ts'

export const dealsAndOwners: DemoSection = {
  name: 'Deals and private companies',
  contents: [
    {
      name: 'What buyers ask in the first week',
      description: 'The five requests that set the tone for a sale, and what an owner should have ready for each.',
      kind: 'video',
      tags: ['M&A', 'Private clients'],
      daysAgo: 12,
      isForClients: true,
      film: 'first-week',
    },
    {
      name: 'Two founders, one buyer',
      description: 'The afternoon two owners found out that they wanted different things.',
      kind: 'podcast',
      tags: ['M&A', 'Private clients'],
      daysAgo: 26,
      recording: 'two-founders',
    },
    {
      name: 'Representations and warranties insurance',
      description: 'What it costs this year, what it excludes, and when a seller should raise it first.',
      kind: 'whitepaper',
      tags: ['M&A', 'Insurance'],
      daysAgo: 18,
      isForClients: true,
      text: `A policy moves a part of the risk from the seller to an insurer. It does not move the work.
# When it helps
- The seller is a fund that wants to pay out at once
- The buyer would otherwise hold back a tenth of the price
- Two bidders are close, and one of them brings a policy
---
# What it leaves out
What the buyer knew, what the disclosure schedules say, and anything no one reviewed. Thin diligence makes a thin policy.
# What to ask the broker
Three numbers: the premium, the retention, and after how many months the retention drops.`,
    },
    {
      name: 'Getting a family business ready for sale',
      description: 'Twenty-four months in four steps. Most of it pays off even if no one sells.',
      kind: 'guide',
      tags: ['M&A', 'Private clients'],
      daysAgo: 41,
      isForClients: true,
      text: `Owners ask us about the price. We begin with who else knows how the business runs.
# Months 24 to 18
- Write down what only the owner knows
- Give one customer of the owner to somebody else
# Months 18 to 12
- Contracts in one place, signed, with their end dates
- A second signature at the bank
---
# Months 12 to 6
- Monthly financials by the tenth
- One page that says where the profit comes from
# Months 6 to 0
Talk to the family before you talk to a buyer. Half of all failed sales fail at the kitchen table.`,
    },
    {
      name: 'Letters of intent: what binds and what does not',
      description: 'One page for a first meeting, with the four clauses that bind immediately.',
      kind: 'document',
      tags: ['M&A'],
      daysAgo: 55,
      text: `Most of a letter of intent says what both hope for. Four clauses bind from the day on which it is signed.
# Binding at once
- Who may not talk to others, and for how long
- What stays confidential
- Who pays whose costs
- Which law decides
# Not binding, and remembered all the same
The price. Whoever wants to change it later needs a reason that was not in the room.`,
    },
    {
      name: 'Earn-outs: the questions we hear',
      description: 'Why they end in a dispute so often, and three sentences that prevent most of them.',
      kind: 'FAQ',
      tags: ['M&A', 'Litigation'],
      daysAgo: 70,
      text: `# Who decides how the figures are made?
Write down who makes them, by which rules, and by when. 'As before' is the beginning of a lawsuit.
# May the buyer run the business differently?
Yes, unless you wrote down what has to stay. Name the two things that matter and let the rest go.
# What if the seller leaves?
Say it in numbers: what is lost in the first year, in the second, and with a good reason.
# How long?
Twenty-four months are a promise. Thirty-six are a hope.`,
    },
    {
      name: 'Deal terms we saw this year',
      description: 'Caps, baskets, and holdbacks in thirty-one of our own deals, with client names removed.',
      kind: 'whitepaper',
      tags: ['M&A', 'Finance'],
      daysAgo: 82,
      to: 'group',
      text: `Thirty-one transactions between 4 and 90 million dollars, all signed since last November. For our own people: clients recognize themselves.
# Caps
Nineteen of thirty-one stood between 8 and 12 percent of the price. Where a policy was bought, one percent was usual.
# Baskets
Twenty-two tipped, nine were true deductibles. Sellers asked for the second, and got it where there were two bidders.
---
# Holdbacks
The median was 7 percent for fifteen months. No one held back more than a tenth.
# What to do with it
Quote a number to a client only with how many transactions it comes from.`,
    },
    {
      name: 'Owners’ evening: letting go',
      description: 'Three owners who sold share what they’d do differently. For owners alone, with one adviser each.',
      kind: 'event',
      tags: ['Private clients', 'Client talks'],
      daysAgo: 8,
      inDays: 31,
      isForClients: true,
      text: `No slides. Three owners sit at the front, and we ask each of them the same four questions.
# The four questions
- When did you know?
- Whom did you tell first?
- What surprised you in the week after?
- What do you do on Mondays now?
# Whom to invite
Owners between 55 and 65 who have not asked us about it yet. Whoever has asked gets a conversation instead.`,
    },
    {
      name: 'SEC filings: look up a buyer',
      description: 'See what a buyer has told its own shareholders before your client meets with them.',
      kind: 'document',
      tags: ['M&A', 'Finance'],
      daysAgo: 120,
      url: 'https://www.sec.gov/edgar/search/',
    },
  ],
}
