import type { Paper } from './paper.ts'

export const meetingPapers: readonly Paper[] = [
  {
    name: 'First meeting: a one-page plan',
    tags: ['Meetings'],
    to: 'everyone',
    daysAgo: 320,
    text: `Fill this in the day before. Ten minutes is enough.
# Who is in the room
Write down each person, what they answer for, and what would make this year a good one for them. If you do not know, that is your first question.
# What you want to leave with
- One thing you did not know about their business
- One thing they asked you to do
- A date on which you speak again
# Five questions that open a meeting
- What has changed since the budget was made?
- Which decision are you putting off, and what would help you make it?
- Who else lives with the result?
- How do you choose an adviser for work like this?
- What would have to be true for you to change how it is done today?
# In the first hour afterwards
Send three lines: what you heard, what you will do, and by when. Add the date to your target before you open anything else.`,
  },
  {
    name: 'Client interview: questions and how to ask them',
    tags: ['Meetings', 'Clients'],
    to: 'everyone',
    daysAgo: 284,
    text: `An interview is not a survey. You want one sentence that surprises you. Somebody who does not work on the matter asks, and the partner in charge stays away.
# Before
Tell the client how long it takes (40 minutes), who reads the notes, and that nothing is for sale in it.
# Questions
- How did you come to work with us, and what did you expect?
- Think of the last matter. When were you most at ease? When were you not?
- What do others do for you better than we do?
- If our bill were ten percent lower, what would you want to keep?
- Which part of our work do you explain to your board, and in which words?
---
# How to listen
Wait four seconds after each answer. Most people use the pause to say the part that matters. Repeat their last words as a question. Don’t defend anyone.
# Afterwards
Write up your notes the same day, in the client’s words. Send a thank-you within two days, and name one thing that will change. Don’t promise it until it has an owner and a date.
# What we do with it
Notes go to the relationship partner and the practice group leader. Once a quarter, everyone gets the themes, without names.`,
  },
  {
    name: 'After the conference: seven days',
    tags: ['Meetings', 'Follow up'],
    to: 'everyone',
    daysAgo: 251,
    text: `Most of what a conference brings is lost between Thursday and the Monday after.
# The evening of the same day
- One line for each person: where you met, what they said, what you offered
- Three names that are worth a call, and no more than three
# Day one and two
Write to the three. Use their words in the first line. Attach nothing. Ask for 20 minutes and propose two times.
# Day three and four
Send the promised article or introduction to everybody else. One line is enough: 'You asked how others handle this. Page 4 is the part I meant.'
# Day seven
Call whoever has not answered, once. Then set a step for six weeks from now. Somebody who was busy last week was not saying no.
# How we count
A conference was worth its price when two of the three meetings took place within a month. Tell Morgan the number; it decides who goes next year.`,
  },
  {
    name: 'An introduction that gets answered',
    tags: ['Follow up'],
    to: ['dana', 'lee'],
    daysAgo: 233,
    text: `Ask first, on both sides. A surprise costs the person who trusted you.
# To the one who would make it
'You know Priya Nair at Calder Foods. I think we could help with the lease on the second site. Would you be comfortable asking her whether she wants to talk? Here are two lines that you can forward.'
# The two lines
- Who you are, in the words of somebody you helped: 'She took the landlord's claim for our cold store apart in a week.'
- Why now: 'I read that you are opening a second site in spring.'
# When it came
Answer within the hour and move the one who introduced you to bcc, with thanks. Propose two times. Tell them afterwards how it went; that is why they will do it again.`,
  },
  {
    name: 'Saying what you do in one sentence',
    tags: ['Meetings'],
    to: 'group',
    daysAgo: 214,
    text: `'I am a tax lawyer' ends the conversation. A sentence that names a person, a moment and a result begins it.
# The form
'When (somebody like you) is about to (a moment), I make sure that (a result).'
# Three that work
- When a family hands a company to the next generation, I make sure that the tax bill does not decide who gets it.
- When an engineer finds a crack in a bridge, I make sure that the owner knows by Friday whether it can stay open.
- When a bank asks for the books early, I make sure that the owner sees the question before the bank does.
# Try yours
Say it to somebody outside the firm. If they ask 'how do you do that?' it works. If they say 'interesting', write another one.`,
  },
  {
    name: 'Proposal: the two pages that are read',
    tags: ['Proposals'],
    to: 'everyone',
    daysAgo: 198,
    text: `Buyers read the first page and the fees. Write these two last and best.
# Page one
- Their situation, in their words, in three lines
- What it costs them to leave it as it is
- What will be different on which date
- What we need from them, and from whom
---
# Page two: the fees
Offer three ways to work together, each with its price, what it includes, and what it excludes. The middle one should be the one you’d choose yourself. Say what could change the price before they ask.
# What to leave out
- The history of the firm
- Awards
- People who will not do the work
# Before it goes
Have someone from another practice group read page one and tell you in one sentence what we’re offering. If they get it wrong, rewrite page one.`,
    earlier: `Buyers read the first page and the fees. Write these two last and best.
# Page one
- Their situation, in three lines
- What we propose
- The team
# Page two
The fee, what is in it, and what is not.`,
  },
  {
    name: 'Pitch rehearsal: who says what',
    tags: ['Proposals'],
    to: 'group',
    daysAgo: 176,
    text: `Forty minutes the day before, standing up, without slides.
# Roles
- One opens and closes, and speaks less than a third of the time
- One answers on the work; it is the person who will do it
- One listens, writes down each question as it was asked, and says nothing before the end
# The five questions we will get
- Why you and not the firm we have?
- Who will answer when I call on a Friday evening?
- What did you get wrong the last time?
- What would you do in the first two weeks?
- Can you do it for less?
Each answer takes under a minute and ends with a fact. Nobody repeats what another said.
# After the pitch
Win or lose, ask for fifteen minutes of feedback, and write three lines on the target.`,
  },
  {
    name: 'Follow up without being a nuisance',
    tags: ['Follow up'],
    to: 'everyone',
    daysAgo: 160,
    text: `A follow-up is welcome when it carries something. 'Just checking in' carries nothing.
# Six reasons to write
- A decision or rule that touches their plan, with the one paragraph that matters
- Somebody they should meet
- A number from their market that they can use in their next report
- What you did about the thing they mentioned
- A date that is coming up for them
- An honest question about something they know better than you
# Rhythm
After a meeting: on the next day, after two weeks, after six. Then once a quarter, for as long as they are a target. When they say no, thank them and ask whether you may write again in a year.`,
  },
]
