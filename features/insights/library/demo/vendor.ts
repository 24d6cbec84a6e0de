// The vendor's items in every firm's Library.
import type { DemoSection } from './demoContent.ts'

export const vendorSections: readonly DemoSection[] = [
  {
    name: 'Winning work',
    contents: [
      {
        name: 'The first meeting: one page to take along',
        description: 'What to ask, what to leave out, and how to end with a date.',
        kind: 'guide',
        tags: [],
        daysAgo: 16,
        text: `Read it in the elevator. It is meant to be folded.
# Ask three things
- What changed since we last spoke
- Who else is looking at it
- What a good result would be by summer
# Leave out
The history of the firm. They have read it, or they never will.
# End with a date
'Shall I send you two pages by Thursday, and we talk on Monday?' A meeting without a date is a chat.`,
      },
      {
        name: 'Proposals that get read',
        description: 'Twelve proposals that won and twelve that lost, and what set them apart.',
        kind: 'whitepaper',
        tags: [],
        daysAgo: 34,
        text: `# The first page
Winners begin with the client's problem in the client's words. The others begin with the year in which the firm was founded.
# Length
- Winners: eight pages in the middle
- The others: twenty-three
---
# The fee
Winners state the price on page two, next to what isn’t included. No one lost because the price was easy to understand.
# Before it is sent
Give it to someone outside your group. If they can’t say in one sentence what you’re offering, it isn’t finished.`,
      },
      {
        name: 'Asking for a referral: the questions we hear',
        description: 'When to ask, whom to ask, and what to say when it feels too early.',
        kind: 'FAQ',
        tags: [],
        daysAgo: 57,
        text: `# When is the right moment?
On the day on which somebody thanks you. A month later it is a favor.
# Whom do I ask?
Those who know both you and the person you would like to meet. Two good ones are better than a mailing to forty.
# What if it feels too early?
Ask for advice instead: 'Whom would you talk to in my place?' People who give advice like to see it work.`,
      },
      {
        name: 'A year of small steps',
        description: 'One page for each month: what to do with fifteen minutes a week.',
        kind: 'document',
        tags: [],
        daysAgo: 80,
        text: `# January to March
List twenty people you want to stay in touch with. Call one a week. Write down what they are busy with.
# April to June
Write one page on what you were asked most often. Send it to those who asked.
---
# July to September
Have lunch with two referral sources a month. Bring something that helps them, not you.
# October to December
Ask your three best clients what they expect next year, before their budgets are approved.`,
      },
    ],
  },
]
