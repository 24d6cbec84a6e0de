import type { DemoWorksheetText } from './lessonText.ts'

export const worksheetTexts: readonly DemoWorksheetText[] = [
  {
    lesson: 'Cut your list to nine names',
    instructions:
      'Fill in a row for each of your nine names. If you cannot answer the second question, choose another name.',
    parameters: [
      'Client 1',
      'Client 2',
      'Client 3',
      'Prospect 1',
      'Prospect 2',
      'Prospect 3',
      'Referral source 1',
      'Referral source 2',
      'Referral source 3',
    ],
    questions: [
      'Who is it, and who would take my call?',
      'What changed for them in the last year?',
      'What is my next step, and when?',
    ],
  },
  {
    lesson: 'Score a target in two minutes',
    instructions: 'Give 0, 1, or 2 points in each box, with a few words on why. Add them up in the last column.',
    parameters: ['Target 1', 'Target 2', 'Target 3', 'Target 4', 'Target 5'],
    questions: [
      'Fit: have we done this well before?',
      'Access: can I reach the person who decides?',
      'Timing: will they decide within a year?',
      'Worth: does the fee pay for three meetings?',
      'Total, and what would raise it',
    ],
  },
  {
    lesson: 'Three questions for a first meeting',
    instructions:
      'Choose three meetings in the next two weeks. Fill in the first column beforehand and the rest right after.',
    parameters: ['Meeting 1', 'Meeting 2', 'Meeting 3'],
    questions: [
      'Who will be there, and what do I want to learn?',
      'What has to be true by the end of the year?',
      'What have they tried so far?',
      'What happens if it stays as it is?',
    ],
  },
  {
    lesson: 'Say what you do in one sentence',
    instructions:
      'Write three versions of your sentence. Say each one to someone outside your field, and write down what they repeat.',
    parameters: ['Version 1', 'Version 2', 'Version 3'],
    questions: [
      'Who do I help?',
      'With what?',
      'What’s different for them afterward?',
      'What did the listener repeat?',
    ],
  },
  {
    lesson: 'Wake up a silent contact',
    instructions: 'Choose one contact for each approach. Keep each first line under twenty words.',
    parameters: ['News about them', 'Something they once asked', 'Ask for their advice'],
    questions: [
      'Who is it, and when did we last speak?',
      'What is my first line?',
      'When will I send it, and what if no one answers?',
    ],
  },
  {
    lesson: 'Map who knows whom',
    instructions: 'Pick one target. Name the person in each role and the colleague who knows that person best.',
    parameters: ['Who decides', 'Who uses the work', 'Who can stop it', 'Who advises them today'],
    questions: [
      'Name and role',
      'Which of us knows them, and how well?',
      'What do they care about most?',
      'What will I ask, and who will I ask?',
    ],
  },
  {
    lesson: 'Hold a client review',
    instructions: 'Fill this in within an hour of the review, in the words your client used.',
    parameters: [
      'Their year',
      'Keep doing',
      'Stop doing',
      'Needed help and did not call',
      'Dates in the next 12 months',
    ],
    questions: ['What did they say?', 'What does it mean for us?', 'Who does what by when?'],
  },
  {
    lesson: 'Write the proposal backward',
    instructions:
      'Fill in a row for each person who reads the proposal. An empty box is a reason to call before you write.',
    parameters: ['The one who signs', 'The one who pays', 'The one who uses it', 'The one who can stop it'],
    questions: [
      'Name',
      'What is their one question?',
      'What is our answer, in one sentence?',
      'What proof do they need?',
    ],
  },
]
