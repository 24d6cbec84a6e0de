// What the films and recordings of the Library's demo show and say: `npm run demo:videos` makes them.
/** Slides have the format of lessons, because the same tool reads both. */
export const films = [
  {
    file: 'transfer-pricing',
    title: 'Transfer pricing: what changes in January',
    slides: [
      {
        heading: 'Who is asked for what',
        points: ['A file for each country', 'One summary for the group', 'Thirty days to send it'],
        say: 'From January on, every group with a company abroad has to have two papers ready. A file for each country, and one summary for the group. Whoever is asked has thirty days.',
      },
      {
        heading: 'Below the threshold',
        instead: 'We are too small for this.',
        better: 'We keep a table of one page.',
        say: 'Groups below the threshold are not let off. They owe a shorter paper: who sells what to whom, at which price, and why. One page is enough, when it is written in the year itself.',
      },
      {
        heading: 'What to do this month',
        steps: ['List the invoices within the group', 'Write down who sets the price', 'Call us with both'],
        say: 'So this month, list the invoices within the group. Write down who sets the price, and by which rule. Then call us. With these two pages the rest takes a week.',
      },
    ],
  },
  {
    file: 'first-week',
    title: 'What buyers ask in the first week',
    slides: [
      {
        heading: 'Five requests',
        points: ['Figures by month', 'The ten largest customers', 'Contracts that end'],
        say: 'A buyer sends five requests in the first week. Figures by month. The ten largest customers. Contracts that end soon. Who has left this year. And what is being argued about.',
      },
      {
        heading: 'What they really look at',
        figure: '3 days',
        label: 'until the first answer',
        say: 'They look at the answers. But first they look at how long an answer takes. Three days is good. Two weeks says that no one knows.',
      },
      {
        heading: 'Ready before they ask',
        quote: 'You have it by Thursday, and Maria can explain it.',
        say: 'So have the five answers ready before anybody asks, and a person for each of them. The sentence you want to say is: you have it by Thursday, and Maria can explain it.',
      },
    ],
  },
  {
    file: 'one-sentence',
    title: 'Saying what we do in one sentence',
    slides: [
      {
        heading: 'For whom, and what for',
        instead: 'I am a partner in the tax group.',
        better: 'I help owners keep the business in the family.',
        say: 'When somebody asks what you do, do not say where you sit. Say for whom you work, and what becomes better for them.',
      },
      {
        heading: 'Then ask',
        quote: 'And what does your week look like?',
        say: 'Then stop, and ask: and what does your week look like? Whoever talks about their own week tells you whether you will meet again.',
      },
    ],
  },
] as const

/** Paragraphs of audio recordings. */
export const recordings: readonly { file: string; paragraphs: readonly string[] }[] = [
  {
    file: 'state-nexus',
    paragraphs: [
      'State nexus after remote work. Three questions tell whether a client has to file in a state where nobody has an office.',
      'First: where does each person sleep? Not where the contract says, but where the laptop is on a Tuesday.',
      'Second: what does that person do there? Somebody who sells makes a stronger tie than somebody who writes code.',
      'Third: for how long? Most states count days, and some of them count the first one. Ask for the calendar, not for a guess.',
    ],
  },
  {
    file: 'two-founders',
    paragraphs: [
      'Two founders, one buyer. We had prepared the sale for a year. On the afternoon of the offer, one of the two stood up and left the room.',
      'What we had not asked was simple. What will you do on the Monday after? One of them had an answer. The other one had never thought of a Monday without the company.',
      'Since then we ask each owner alone, before anything else. It takes ten minutes, and it has saved three sales.',
    ],
  },
  {
    file: 'mediation',
    paragraphs: [
      'Mediation in one day. It begins at nine with everybody at one table, and that is the last time for hours that both sides see each other.',
      'Bring three things. The number you hope for, the number you can live with, and somebody who may decide.',
      'The lunch matters more than the morning. Sit with your client, and ask what the dispute keeps them from doing. The answer is often worth more than the sum.',
    ],
  },
]
