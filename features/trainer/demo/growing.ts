import type { CategoryText } from './lessonText.ts'

export const growing: CategoryText = {
  name: 'Growing the clients you have',
  description: 'Your next matter usually comes from someone who already pays you.',
  lessons: [
    {
      title: 'Hold a client review',
      description: 'One unbilled hour a year, with five questions. What to ask and what to leave at home.',
      homework: 'Invite one client to a review this month. Fill in the worksheet within an hour of leaving.',
      slides: [
        {
          heading: 'One hour, no bill',
          points: ['Once a year', 'At their place', 'With the person who decides'],
          say: 'Once a year, give a good client one hour that you do not bill. Go to their place. Walk through the plant before you sit down. You learn more in the hallway than in any survey.',
        },
        {
          heading: 'Their year, not your work',
          quote: 'What will you be asked about in January?',
          say: 'Begin with their year. What will you be asked about in January? A chief financial officer may say: why freight went up by a fifth. That is not your field. Listen anyway, because that is what she thinks about at night.',
        },
        {
          heading: 'Then ask about you',
          steps: ['What should we keep doing?', 'What should we stop?', 'Where did you need us and not call?'],
          say: 'Then ask about you. What should we keep doing? What should we stop? And the best one: where did you need help, and not call us? Do not defend anything. Write it down and say thank you.',
        },
        {
          heading: 'Leave the slides at home',
          instead: 'A deck about our services',
          better: 'A list of their deadlines for the next year',
          say: 'Leave the deck about your services at home. Bring one sheet instead: their deadlines for the next twelve months. Leases, filings, permits, renewals. Clients keep that sheet. Nobody keeps a deck.',
        },
        {
          heading: 'Within two days',
          points: [
            'Send what you heard, in five lines',
            'Fix one small thing',
            'Put the two biggest topics on your list',
          ],
          say: 'Within two days, send five lines with what you heard. Fix one small thing right away, perhaps the layout of the bill. And put the two biggest topics on your list as targets, each with a date.',
        },
      ],
    },
    {
      title: 'Ask how it went before the bill',
      description: 'A five-minute call at the end of each matter, made before the last invoice goes out.',
      homework: 'Call one client whose matter ends this month. Ask the two questions, and note the exact words.',
      slides: [
        {
          heading: 'The bill is the last thing they hear',
          points: ['The work ends', 'Three weeks of silence', 'Then an invoice'],
          say: 'This is how many matters end. The work is done, three weeks of silence follow, and then comes an invoice. The last thing your client hears from you is a number.',
        },
        {
          heading: 'Call first',
          figure: '5 min',
          label: 'by phone, before the last invoice',
          say: 'Call first. Five minutes, by phone, before the last invoice. Not a survey, and not an assistant. You. The lease is signed, and before I send the last bill, I have two questions.',
        },
        {
          heading: 'Two questions',
          steps: ['What went the way you hoped?', 'What should I do differently next time?'],
          say: 'What went the way you hoped? And what should I do differently next time? The second question says next time, so they begin to imagine one.',
        },
        {
          heading: 'If they are unhappy',
          quote: 'Thank you for telling me. Let me look at the hours for March and call you tomorrow.',
          say: 'If they are unhappy, you want to know now. Do not explain. Say: thank you for telling me. Let me look at the hours for March, and I will call you tomorrow. Then call tomorrow.',
        },
        {
          heading: 'If they are happy',
          points: ['Ask for one introduction, by name', 'Ask to use one sentence', 'Set the next contact'],
          say: 'If they are happy, use the moment. Ask for one introduction, by name. Ask whether you may quote the sentence they just said. And set the next contact, even if it is only: I will call when the new rules are out.',
        },
      ],
    },
    {
      title: 'Find the second service',
      description: 'Search your own files for work the client gives to other firms, or to no one.',
      homework: 'For your three best clients, draw the grid from the lesson. Circle the one gap you will ask about.',
      slides: [
        {
          heading: 'One service is thin ice',
          points: ['One contact, one matter, one price', 'Easy to replace'],
          say: 'A client who buys one service from one partner is easy to lose. A second service changes that. And often the clues for it are already in your files.',
        },
        {
          heading: 'Read your own files',
          points: [
            'Invoices from other advisers',
            'Questions you answered for free',
            'Dates you noted and nobody used',
          ],
          example: 'The audit file shows what they pay for tax advice.',
          say: 'Read your own files. The audit shows what they pay to other advisers. Your mails show which questions you answered for free. The drawings show a slope that nobody has checked since nineteen ninety-eight.',
        },
        {
          heading: 'Draw a grid',
          steps: ['Clients down the side', 'Services across the top', 'Mark: us, others, nobody, no need'],
          say: 'Draw a grid. Clients down the side, services across the top. In each box write one of four words: us, others, nobody, or no need. A box with others is a long road. A box with nobody is where you start.',
        },
        {
          heading: 'Ask, do not offer',
          instead: 'We also do employment law.',
          better: 'Who looks at your contracts when you hire in Nevada?',
          say: 'Then ask instead of offering. Not: we also do employment law. Ask: who looks at your contracts when you hire in Nevada? If the answer is a pause, you have found the gap together.',
        },
        {
          heading: 'Start small',
          points: ['One contract, one state, one site', 'A fixed price', 'A date when you both look at it'],
          say: 'Start small. One contract, one state, one site, for a fixed price. Small work shows how it feels to have you for that, and nobody needs approval from above.',
        },
      ],
    },
    {
      title: 'Keep the client when people leave',
      description: 'Your contact moves on. What to do in the first week, and how to prepare.',
      homework:
        'Take your largest client. Count the people there who would call you. If there’s only one, plan to add a second this month.',
      slides: [
        {
          heading: 'The week everything is open',
          points: ['A new person reviews all advisers', 'Your contact has a new desk somewhere else'],
          say: 'Your contact at a client leaves. Within a month, somebody new will ask why your firm does this work. And somewhere else, an old friend has a new desk. Both are yours to win or lose.',
        },
        {
          heading: 'Day one: the one who leaves',
          quote: 'Congratulations. Who should I talk to now, and what should I know about them?',
          say: 'On day one, call the one who leaves. Congratulations. Who should I talk to now, and what should I know about them? Ask for an introduction while the old phone still works.',
        },
        {
          heading: 'Week one: the one who stays',
          steps: [
            'One page: open matters, dates, risks',
            'What is paid and what is not',
            'An offer to explain in 30 minutes',
          ],
          say: 'In week one, send the successor one page: open matters, dates, risks, and what has been paid. Offer thirty minutes to explain it. You are now the first adviser who made the new job easier.',
        },
        {
          heading: 'Do not defend the past',
          instead: 'We have always done it this way.',
          better: 'What would you like to change?',
          say: 'In that meeting, do not defend the past. The words, we have always done it this way, lose work. Ask: what would you like to change? New people need a quick win. Be part of it.',
        },
        {
          heading: 'Be ready before',
          figure: '3',
          label: 'people at each large client who would call you',
          say: 'The real answer comes earlier. At each large client, know three people who would call you: one who decides, one who uses the work, and one who will be promoted. Then a goodbye party is only a party.',
        },
      ],
    },
  ],
}
