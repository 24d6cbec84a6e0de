import type { LessonText } from './lessonText.ts'

/** Videos that Hartwell & Stone LLP made for its own people. */
export const firmContentTexts: readonly Omit<LessonText, 'homework'>[] = [
  {
    title: 'How we check for conflicts before a first meeting',
    description: 'Hartwell & Stone: four steps before you meet a prospect, and who to call when a name comes up.',
    slides: [
      {
        heading: 'Check before you meet',
        points: ['Before you hear anything in confidence', 'Also for a coffee'],
        say: 'At Hartwell and Stone we check for conflicts before the first meeting, not after it. Once somebody has told you a secret, it is too late to check.',
      },
      {
        heading: 'Four names to search',
        steps: [
          'The company and its owners',
          'The person you meet',
          'The other side, if there is one',
          'Banks and insurers involved',
        ],
        say: 'Search four kinds of names. The company and its owners. The person you meet. The other side, if there is one. And the banks and insurers that are involved. Try the old names of the company as well.',
      },
      {
        heading: 'When a name comes up',
        points: ['Do not decide alone', 'Call the partner on that matter', 'Then the conflicts desk'],
        say: 'When a name comes up, do not decide alone. Call the partner on that matter first, then the conflicts desk. Most questions are settled on the same day.',
      },
      {
        heading: 'What you may say meanwhile',
        quote:
          'I look forward to meeting you. Before we go into details, I need a day for a routine check on our side.',
        say: 'Meanwhile you may say: I look forward to meeting you. Before we go into details, I need a day for a routine check on our side. Nobody minds. Careful clients like to hear it.',
      },
      {
        heading: 'Write it down',
        points: ['The date and the names', 'The answer, and who gave it'],
        say: 'Then add a note to the target: the date, the names you searched, and who gave the answer. The next colleague who meets them will thank you.',
      },
    ],
  },
  {
    title: 'How our five groups introduce one another',
    description: 'Hartwell & Stone: the two-line note, the first joint meeting, and how we share the credit.',
    slides: [
      {
        heading: 'One firm at the table',
        points: ['Five groups', 'One relationship', 'One person who leads it'],
        say: 'Our clients see one firm, not five groups. So each client has one partner who leads the relationship, and everybody else comes in through that partner.',
      },
      {
        heading: 'The two-line note',
        quote:
          'I see that Lakeview is adding a wing. My group has worked on three of those. Could we talk for ten minutes before you see them?',
        say: 'If you see an opening, write two lines to the lead partner. I see that Lakeview is adding a wing. My group has worked on three of those. Could we talk for ten minutes before you see them?',
      },
      {
        heading: 'Answer within two days',
        figure: '2 days',
        label: 'for a yes, a no, or a date',
        say: 'The lead partner answers within two days, with a yes, a no, or a date. A no is fine, and it comes with a reason. Silence is not an answer here.',
      },
      {
        heading: 'The first joint meeting',
        steps: ['The lead partner opens', 'You ask, then you listen', 'The lead partner names the next step'],
        say: 'In the first joint meeting, the lead partner opens. You ask your questions and listen. The lead partner closes, and names the next step and the day.',
      },
      {
        heading: 'How we share the credit',
        points: ['Agreed before the proposal', 'Written on the target', 'The same rule for every group'],
        say: 'We agree on the credit before the proposal goes out, and write it on the target. The rule is the same for every group, so nobody has to argue while a client is waiting.',
      },
    ],
  },
]
