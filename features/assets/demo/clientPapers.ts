import type { Paper } from './paper.ts'

export const clientPapers: readonly Paper[] = [
  {
    name: 'Key client plan',
    tags: ['Clients', 'Plans'],
    to: 'group',
    daysAgo: 305,
    text: `One plan for each of the twelve clients that bring half of our fees. The partner in charge keeps it, and the team reads it once a quarter.
# Where we stand
Fees of three years, by practice. Who decides there, who uses what we make, and who is against us. What they said in the last interview.
# Where they are going
Their three aims for the year, as they say them in public. What stands in the way. What we know about it that they may not.
---
# What we will do
- One idea a quarter that nobody asked for
- One introduction a year that is worth more to them than to us
- Two of our people for each of theirs, so that no one’s vacation stops the work
# What we will not do
Offer a price that we wouldn’t give our best client.
---
# Quarterly check
- Did we keep every promise we made last quarter?
- Who did we meet for the first time?
- What did they decide without us, and why?
- What do we stop doing?`,
    earlier: `One plan for each of the twelve clients that bring half of our fees.
# Where we stand
Fees of three years. Who decides there.
# What we will do
- One idea a quarter that nobody asked for
- A lunch with each of the people who decide`,
  },
  {
    name: 'Opening a matter: the first week',
    tags: ['Clients'],
    to: 'everyone',
    daysAgo: 270,
    text: `Clients judge us in the first week by three things: do we answer, do we say what comes next, and is the first bill what they expected.
# Day one
- Check conflicts before anything is said about the matter
- Send the engagement letter with scope, people, fees and what is not included
- Say who answers when you are away
# Day two
Call, and ask how they like to hear from us: by whom, how often, in how many lines.
# Day five
Write half a page: what we have learned, what we will do by when, what we need from them. Send it even when nothing has happened.`,
  },
  {
    name: 'Conflict check, step by step',
    tags: ['Clients', 'Risk'],
    to: 'everyone',
    daysAgo: 246,
    text: `No work and no promises until the check is done. It takes ten minutes when you have the names.
# The names you need
- The client, its parent and its subsidiaries
- Whoever is on the other side, and their advisers
- Whoever owns more than a quarter of either
# What you do
- Search all names, also as they were called earlier
- Ask the partner in charge of each hit; silence is not consent
- Write down who said what and when
# When there is a hit
Stop. Speak with the general counsel of the firm before you speak with the client. Do not explain the hit to either side.`,
  },
  {
    name: 'Fee table: three ways to work together',
    tags: ['Fees', 'Proposals'],
    to: ['admin', 'morgan'],
    daysAgo: 229,
    text: `For partners only. Choose with the client, not for the client.
# Fixed
For work that we have done at least ten times. The price is the median of the last ten plus a tenth. Changes of scope are priced before they begin.
# Capped
For work with one unknown. We bill hours up to the cap, and carry what is above it unless the scope changed. Tell the client at half and at four fifths.
# Monthly
For clients who call each week. A sum for a number of hours, reviewed every quarter, unused hours kept for one quarter. It works when the same two people answer.
---
# What we never do
- Give a discount without getting something in return: volume, term, or an earlier start
- Quote a price over the phone
- Send a surprise bill. A call always comes first`,
  },
  {
    name: 'Talking about fees',
    tags: ['Fees'],
    to: 'everyone',
    daysAgo: 207,
    text: `The talk is hard when it comes late. Have it in the first meeting, in two sentences.
# How to begin
'Work like this costs between 18,000 and 25,000. Three things decide where it ends up; may I go through them?'
# When they say it is too much
- Ask: compared to what?
- Take something away: fewer documents, a later date, more of the work on their side
- Never answer with a lower number for the same work
# When the estimate will not hold
Call on the day you know it. Say what happened, what it means, and what you propose. Then be quiet. A client who hears it from a bill looks for another firm.`,
  },
  {
    name: 'When a client is unhappy',
    tags: ['Clients', 'Risk'],
    to: 'everyone',
    daysAgo: 190,
    text: `Half of those who leave never complained. Whoever complains still wants to stay.
# In the first hour
- Call back. Do not write
- Listen to the end and say it back in their words
- Say when you will speak again, today or tomorrow, and keep it
# In the first day
Find out what happened without looking for who. Tell the partner in charge and, where money may be owed, the general counsel of the firm before anything is admitted.
# In the first week
Propose what you will do about it and what will be different. Ask whether that is enough. A month later ask again.`,
  },
  {
    name: 'Handing a client to a colleague',
    tags: ['Clients'],
    to: 'group',
    daysAgo: 168,
    text: `A handover takes a year and has four meetings. It begins while everybody is well.
# The four meetings
- You lead and your colleague takes part
- Your colleague leads one part
- Your colleague leads and you take part
- You are not there
# What is handed over
Not only files: how the client takes bad news, who has to be called first, which jokes are not made, what was promised at dinner.
# What the client hears
'I chose her because she knows your plants better than I do. I am a call away until next summer.'`,
  },
  {
    name: 'Annual review with a client: agenda',
    tags: ['Clients', 'Meetings'],
    to: ['dana', 'lee', 'morgan'],
    daysAgo: 149,
    text: `Sixty minutes at their place, once a year, not billed.
# Agenda
- 10 minutes: what we did this year and what it changed for them
- 20 minutes: their next year. Ask; do not present
- 15 minutes: what we do better from now on
- 10 minutes: two ideas that fit what we heard
- 5 minutes: who does what by when
# Bring
One page with the year in figures: matters, days to the first answer, fees against estimates. Show the bad ones too; they know them already.
# Do not bring
A brochure.`,
  },
  {
    name: 'Engagement letter, annotated',
    tags: ['Risk', 'Clients'],
    to: ['admin', 'morgan', 'dana'],
    daysAgo: 130,
    text: `Each part of our letter, and why it’s there. The letter itself comes from the document system.
# Scope
Name what is included and what is not. Most disputes about fees are disputes about scope.
# People
Who does the work, who is responsible, who answers when both are away.
---
# Fees and expenses
How we bill, the estimate, what could change it, and when bills go out. We ask before we incur an expense over $500.
# Information
What we need from the client, by when, and that we rely on it being complete.
---
# Who we represent
Who the client is, and who it isn’t. Never change this part without the firm’s general counsel.
# Termination
The client can end the engagement at any time. When we can withdraw, what’s owed at that point, and what happens to the files.`,
  },
]
