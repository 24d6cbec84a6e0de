import type { DemoSection } from './demoContent.ts'

export const disputesAndRisk: DemoSection = {
  name: 'Disputes and risk',
  contents: [
    {
      name: 'The first two hours after a claim',
      description: 'What a client should and shouldn’t do before a lawyer has read the letter.',
      kind: 'guide',
      tags: ['Litigation', 'Insurance'],
      daysAgo: 10,
      isForClients: true,
      text: `The letter arrives on a Friday. What happens until Monday decides more than most hearings.
# Do
- Write down who opened it, and when
- Stop whatever deletes mail by itself
- Call the insurer: late notice costs the cover
# Do not
- Do not answer, not even politely
- Do not ask around in writing
---
# Then
Send us the letter, the contract, and the policy. Three files, no commentary. We’ll call back the same day.`,
    },
    {
      name: 'Holding on to documents: the questions we hear',
      description: 'What to preserve once a dispute is likely, phones included.',
      kind: 'FAQ',
      tags: ['Litigation', 'Technology'],
      daysAgo: 29,
      text: `# When does it begin?
When a sensible person would expect a claim. Not when the claim arrives.
# Whose phones?
Those of everybody who decided anything about it. Chats count as letters do.
# May we go on working in the file?
Yes, in a copy. The one that was there stays as it was.
# For how long?
Until we say so in writing. We ask every six months whether it may end.`,
    },
    {
      name: 'Noncompetes after the new rules',
      description: 'Which clauses are still enforceable, against whom, and what to offer instead.',
      kind: 'whitepaper',
      tags: ['Employment', 'Litigation'],
      daysAgo: 38,
      isForClients: true,
      text: `Fewer clauses hold than a year ago. Those that hold are shorter and are paid for.
# What still works
- For whoever sells a business
- For a few people at the top, with pay for the time
- A promise not to call on named customers
---
# What to offer instead
A longer notice period, with pay, does most of what the old clause did, and no judge has to agree.
# What to do this quarter
Read the ten contracts that matter most. Leave the other four hundred alone.`,
    },
    {
      name: 'Trade secrets: a list for the Monday after',
      description: 'An engineer leaves on Friday for a competitor. What to do on Monday, hour by hour.',
      kind: 'document',
      tags: ['Litigation', 'Technology', 'Employment'],
      daysAgo: 64,
      text: `# By nine
- Close the accounts, keep the machines as they are
- Ask the team lead for the three things that a competitor would want most
# By noon
- Read the contract and the last training that was signed
- Look at what was copied since the notice, not before
# By four
Decide between a letter and a court. A letter costs a day; a court decides within a week, and asks why you waited.`,
    },
    {
      name: 'Cyber policies: what renewals ask now',
      description: 'The twelve questions on this year’s applications, and which answers raise the premium.',
      kind: 'document',
      tags: ['Insurance', 'Technology'],
      daysAgo: 73,
      isForClients: true,
      text: `Insurers ask less about machines and more about habits.
# New this year
- Who may pay an invoice on the word of an e-mail
- How long it takes until somebody who has left is out of everything
- When a backup was last read back
# What raises the premium
An answer that nobody can show. 'We plan to' counts as no.
# What to send
One page for each yes. Brokers read them, and quote them.`,
    },
    {
      name: 'Mediation in one day',
      description: 'How the day goes, what to bring, and why the lunch matters.',
      kind: 'podcast',
      tags: ['Litigation'],
      daysAgo: 52,
      isForClients: true,
      recording: 'mediation',
    },
    {
      name: 'Round table: general counsel and their insurers',
      description: 'Ten in-house lawyers, two underwriters, one rule: no selling.',
      kind: 'event',
      tags: ['Insurance', 'Client talks'],
      daysAgo: 14,
      inDays: 24,
      text: `Twelve chairs, no stage. We ask one question every twenty minutes and listen.
# The questions
- Which claim surprised you this year?
- What did the form not ask?
- What would you pay more for?
# Who comes
One from each of our ten largest clients. If yours can't come, the chair goes to the next one on the list.`,
    },
  ],
}
