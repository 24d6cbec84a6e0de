import type { CategoryText } from './lessonText.ts'

export const choosing: CategoryText = {
  name: 'Choosing whom to pursue',
  description: 'A short list you work beats a long list you keep.',
  lessons: [
    {
      title: 'Cut your list to nine names',
      description: 'Nine names, chosen in 20 minutes: three clients, three prospects, three people who send you work.',
      homework:
        'Write down your nine names. Next to each, write who you know there and what changed for them this year.',
      slides: [
        {
          heading: 'Nine names, not forty',
          points: ['Three clients', 'Three prospects', 'Three people who send you work'],
          say: 'Most partners carry forty names in their head and call none of them. Today you cut that list to nine: three clients, three prospects, and three people who send you work.',
        },
        {
          heading: 'Three clients who could buy more',
          points: ['They buy one service from you', 'They pay somebody else for a second one'],
          example: 'You audit them. Another firm does their state tax.',
          say: 'Start with clients. Which three buy one service from you and pay somebody else for a second one? You already have their trust, and you know how they decide.',
        },
        {
          heading: 'Three prospects with a reason',
          instead: 'They plan to grow.',
          better: 'They hired a general counsel in March.',
          say: 'Then prospects. Keep a name only if you can answer two questions: who there would take your call, and what changed for them in the last year? A new general counsel counts. A plan to grow does not.',
        },
        {
          heading: 'Three people who send you work',
          steps: ['List your last ten matters', 'Write who sent each one', 'Keep the names that come up twice'],
          say: 'Last, the people who send you work. Look at your last ten matters and write down who sent each one. Two or three names will come up twice. Those are yours.',
        },
        {
          heading: 'Keep it at nine',
          figure: '1 hour',
          label: 'a week is enough for nine names',
          say: 'Nine names fit into one hour a week. If one of them stays quiet for a whole quarter, replace it. The list stays at nine, so every new name has to push out an old one.',
        },
      ],
    },
    {
      title: 'Spot the event before the need',
      description: 'Events that lead to work, and where to spot them a month before the RFP.',
      homework:
        'For each of your three prospects, write down one event from the last 90 days and the question it raises for them.',
      slides: [
        {
          heading: 'Work follows events',
          points: ['Somebody new arrives', 'Money comes in or goes out', 'A rule or a date changes'],
          say: 'Nobody wakes up and wants a lawyer, an auditor, or an engineer. Something happens first. If you see the event, you can call before the request for proposals is written.',
        },
        {
          heading: 'Somebody new',
          points: [
            'A chief financial officer, a plant manager, a general counsel',
            'Often rethinks advisers in the first months',
          ],
          say: 'The first kind is a new person. A new chief financial officer looks at every adviser in the first few months. Congratulate her in week one, and offer a short briefing in week four.',
        },
        {
          heading: 'Money moves',
          points: ['A loan, a sale, a new investor', 'A plant that opens or closes'],
          example: 'The county records a construction loan. Soils reports come next.',
          say: 'The second is money. A bank lends, an owner sells, an investor joins. If the county records a construction loan on Tuesday, somebody needs a soils report and a lease before summer.',
        },
        {
          heading: 'A rule or a date',
          points: ['A lease that ends', 'A permit to renew', 'A new reporting rule'],
          say: 'The third is a date. Leases end, permits expire, reporting rules take effect. You know these dates from your own files. Twelve months before a lease ends is a good day to call. One month before is too late.',
        },
        {
          heading: 'Twenty minutes on Friday',
          steps: ['Read the local business page', 'Scan filings and permits', 'Match each to one of your nine names'],
          say: 'Put twenty minutes into your Friday. Read the local business page, and scan filings and permits. For each of your nine names, ask one thing: did something happen? If yes, you have a reason to call on Monday.',
        },
      ],
    },
    {
      title: 'Score a target in two minutes',
      description: 'Four questions that tell you where to spend your next hour: fit, access, timing, and worth.',
      homework: 'Score your nine names with the worksheet. Plan a step for the top three, and none for the bottom two.',
      slides: [
        {
          heading: 'Four questions',
          points: ['Fit and access', 'Timing', 'Worth'],
          say: 'The loudest target gets your time, not the best one. Four questions help. Answer each with zero, one, or two points. It takes two minutes, and you do it once a quarter.',
        },
        {
          heading: 'Fit',
          figure: '0 to 2',
          label: 'Have we done this before, and well?',
          example: 'Two similar clinics designed: two points.',
          say: 'First, fit. Have we solved this kind of problem before, and would that client say so? Two clinics designed in this county is a two. If you could probably learn it, that is a zero.',
        },
        {
          heading: 'Access',
          figure: '0 to 2',
          label: 'Can we reach the person who decides?',
          say: 'Second, access. Do you know the person who signs? That is a two. Do you know somebody who would introduce you? That is a one. A name from a website is a zero, however large the company is.',
        },
        {
          heading: 'Timing and worth',
          points: ['Will they decide within a year?', 'Is it worth three meetings of your time?'],
          say: 'Third, timing. Will they decide within a year? Fourth, worth. If you win, would the fee pay for three meetings and a proposal? A small first matter can still be a two, if it opens the right door.',
        },
        {
          heading: 'Spend your hour by the score',
          steps: [
            'Six or more: one step every two weeks',
            'Four or five: one step a month',
            'Three or less: let it go',
          ],
          say: 'Now add it up. Six or more gets a step every two weeks. Four or five gets one a month. Three or less gets a friendly note and no more of your time. If a low score hurts, ask what would raise it. Often it is one introduction.',
        },
      ],
    },
    {
      title: 'Drop a target on purpose',
      description: 'When to stop, how to say it, and how to leave the door open for next year.',
      homework:
        'Choose one target that has not moved in 90 days. Send the closing note, or set one last step with a date.',
      slides: [
        {
          heading: 'Stopping is a decision',
          points: ['Most targets fade, nobody ends them', 'Each one costs attention every week'],
          say: 'Most targets never end. They fade, and you feel a little guilty each time you see the name. Ending one on purpose gives that attention to a name that can still be won.',
        },
        {
          heading: 'Three signs',
          points: [
            'No answer to three useful messages',
            'Your contact left and you know nobody else',
            'They chose a firm and are happy',
          ],
          say: 'Stop at one of three signs. You sent three useful messages and heard nothing. Your contact left, and nobody can introduce you to the next one. Or they chose another firm and say that they are happy.',
        },
        {
          heading: 'Say it kindly',
          quote: 'I will stop writing about the audit. If anything changes before your year end, I am one call away.',
          say: 'Then say it. Write: I will stop writing about the audit. If anything changes before your year end, I am one call away. It is polite, it is short, and it often gets the first answer in months.',
        },
        {
          heading: 'Write down why',
          instead: 'Lost: not interested.',
          better: 'Lost: renewed with the old firm until 2028. New controller did not know us.',
          say: 'Before you close it, write down why. The words not interested teach you nothing. But if it says that they renewed until twenty twenty-eight, and that the new controller did not know you, you know when to come back, and whom to meet first.',
        },
        {
          heading: 'Leave a date behind',
          points: ['One reminder, 30 days before their next decision', 'Then a new name takes the place'],
          say: 'Leave one date behind, well before their next decision. Then fill the empty place with a new name today. A list with a hole in it gets filled by whoever calls you, not by whom you would choose.',
        },
      ],
    },
  ],
}
