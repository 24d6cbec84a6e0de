// Demo PDFs about building a practice, some with a small audience.
import type { Paper } from './paper.ts'

export const growthPapers: readonly Paper[] = [
  {
    name: 'My business development plan',
    tags: ['Plans'],
    to: 'everyone',
    daysAgo: 335,
    text: `Half a day in January, an hour each quarter. If it does not fit on these pages, it will not be done.
# Aim
Fees from which clients, for which work. Two numbers and one sentence.
# Twelve names
Four clients who could do more with you, four who could come, four who send work. Each is a target with a next step and a date.
---
# What to stop
List three things you did last year that went nowhere. Cross out two.
# What you’re known for
One topic that should make people in your market think of you first. Three places where they’d come across it.
---
# Each week
- Monday: choose three steps
- Wednesday: one call that you have been putting off
- Friday: what moved, and what is next
# Each quarter
Show this plan to someone who will push back.`,
  },
  {
    name: 'BD plan 2027, Corporate',
    tags: ['Plans'],
    to: 'group',
    daysAgo: 41,
    text: `For this group only, reviewed on the first Monday of each quarter.
# Where we are
Six clients bring 61 percent of our fees. Two of them choose advisers anew next year. Mid-sized buyers in food and logistics know two of us by name.
# What we want
- Eight first meetings with buyers in food and logistics by June
- A second contact at each of the six clients by March
- Two pitches a quarter, one of them won
---
# Who does what
Dana: food. Lee: logistics. Morgan: the two clients that are rebidding their work, and an hour a week with each of us.
# What it takes
120 hours each, and two dinners with ten guests. No sponsorship this year.
# How we’ll know it’s working
Count meetings each month, not fees each year. Fees follow nine months later.`,
  },
  {
    name: 'Choosing twelve targets',
    tags: ['Plans'],
    to: 'everyone',
    daysAgo: 220,
    text: `A list of eighty names is a list of nobody. Score each from 0 to 3, add, and keep twelve.
# Four questions
- Do they need within a year what you are good at?
- Do you know somebody there who answers?
- Would their work be what you want more of?
- Can they pay for it without a fight?
# Then
Strike out every name that has a 0 in the second question and no one who could introduce you. Give each of the twelve a first step that takes less than half an hour, and do three of them today.`,
  },
  {
    name: 'Writing an article that brings a call',
    tags: ['Writing'],
    to: 'everyone',
    daysAgo: 121,
    text: `Write for one reader whom you could name.
# The form
- The question as the reader would ask it
- The answer in the first paragraph
- What most people do, and what it costs them
- Three steps for Monday morning
- When to ask for help, and whom
# Length
Six hundred words. If it needs more, it is two articles.
# Afterwards
Send it to ten people with one line each on why you thought of them. That is where calls come from; the page itself is only the proof.`,
  },
  {
    name: 'Style of our letters',
    tags: ['Writing'],
    to: 'everyone',
    daysAgo: 98,
    text: `Clients read our letters on a telephone, between two meetings.
# Rules
- What we advise stands in the first three lines
- One thought to a paragraph, four lines at most
- 'You must', 'you may', 'we will'. No 'it should be noted that'
- Dates with their weekday, sums with their currency
- What the client has to do comes last, as a list, each with a date
# Try
Read it aloud. Where you take a breath, put a full stop.`,
  },
  {
    name: 'Talking to somebody new at the table',
    tags: ['Meetings'],
    to: ['lee'],
    daysAgo: 74,
    text: `For people who would rather be at their desk.
# Before
Read the list of guests. Choose two people and one question for each.
# At the table
- Begin with what you share: the place, the host, the speaker
- Ask what keeps them busy, then why
- Say one thing about yourself that is not your job
- Leave while it is good: 'I would like to hear the end of that. May I call you on Tuesday?'
# Afterwards
Two lines the next morning. Not the brochure.`,
  },
  {
    name: 'Partner compensation and origination: how it is counted',
    tags: ['Fees'],
    to: ['admin'],
    daysAgo: 60,
    text: `For the management of the firm alone.
# Three parts
- Work done: what you and your team have billed and collected
- Work brought: what came in because of you, shared by whoever took part
- Work kept: clients who stay, and people who grow
---
# Sharing origination credit
The people who open, win, and keep the client agree on the split when the matter is opened. The default is a third each. Credit ends after three years, so that no one lives off an introduction.
# What is not counted
Business development hours. Count hours, and people log hours. Count meetings, and people hold meetings.`,
  },
  {
    name: 'Checklist for a client dinner',
    tags: ['Meetings', 'Clients'],
    to: 'everyone',
    daysAgo: 33,
    text: `Ten guests, one table, one subject that all of them care about.
# Six weeks before
- Write the question of the evening in one line
- Invite two people for each place that you want to fill
# One week before
- Call each guest, and ask what they would add
- Seat people who do not know each other yet side by side
# On the evening
Ask the question after the first course. One of us leads, the others listen. Nobody of ours speaks for more than a minute.
# On the next day
Send each guest one thing that somebody said to them, and a date.`,
  },
]
