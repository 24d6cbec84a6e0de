// What people of the demo wrote on their worksheets, and what a manager said to it.

export type DemoComment = { by: string; row: number; column: number; text: string; isReturn?: boolean; daysAgo: number }
export type DemoAnswers = {
  /** Title of the worksheet's lesson. */
  lesson: string
  daysAgo: number
  /** Row by row, a text for each column; '' is not answered. Rows that are left out are not answered either. */
  rows: readonly (readonly string[])[]
  /** What stood in a cell before. */
  earlier?: { row: number; column: number; value: string; daysAgo: number }
  comments?: readonly DemoComment[]
}

const MORGAN = 'morgan@hartwell.example'
const DANA = 'dana@hartwell.example'

export const answersOfPeople: Readonly<Record<string, readonly DemoAnswers[]>> = {
  [DANA]: [
    {
      lesson: 'Cut your list to nine names',
      daysAgo: 41,
      rows: [
        [
          'Halden Shipping. Nora Lind takes my call the same day.',
          'They bought two ferries in May.',
          'Ask who reviews the crew contracts, at lunch on the 4th.',
        ],
        [
          'Corvane Solar. Sam Ortega, head of projects.',
          'A third site, with a county that is new to them.',
          'Send the page on permits by Friday.',
        ],
        [
          'Larkspur Clinics. Their controller, not yet the chief financial officer.',
          'The founder steps back next summer.',
          'Ask Ruth for twenty minutes with the founder.',
        ],
        [
          'Oakhollow Foods. Jo Lindgren, through Lee.',
          'A recall in the spring, settled since.',
          'Call with what we saw at two other plants.',
        ],
        [
          'Quillon Robotics. The general counsel started in March.',
          'She wants fewer outside firms.',
          'Congratulate her, and offer the lease calendar.',
        ],
        ['Pellworth Hotels. I know only the assistant.', 'They sold the two hotels on the coast.', ''],
      ],
      earlier: {
        row: 3,
        column: 0,
        value: 'Oakhollow Foods. Nobody yet.',
        daysAgo: 250,
      },
      comments: [
        {
          by: MORGAN,
          row: 5,
          column: 0,
          text: 'Alex in real estate closed the sale of the two hotels for the buyer. Ask there before you call.',
          daysAgo: 12,
        },
        { by: DANA, row: 5, column: 0, text: 'Thank you. We meet on Thursday.', daysAgo: 11 },
      ],
    },
    {
      lesson: 'Three questions for a first meeting',
      daysAgo: 20,
      rows: [
        [
          'Sam Ortega and two project leads. Why the last permit took nine months.',
          'All three sites connected before the tax credit ends.',
          'A consultant who knew the state and not the county.',
          'Each month of delay costs about $80,000.',
        ],
        [
          'Ruth at Larkspur. How they decide while the founder is still there.',
          'A plan that the family and the doctors both sign.',
          'Two lawyers, one for each side. They stopped talking.',
          'Three doctors leave, and take their patients along.',
        ],
        [
          'The new counsel at Quillon. What she counts, and whom she trusts.',
          'Five firms instead of fourteen.',
          'A list of rates. It told her nothing about the work.',
          'Not much this year. I call again in May.',
        ],
      ],
    },
    {
      lesson: 'Score a target in two minutes',
      daysAgo: 9,
      rows: [
        [
          '2. Two ferry companies before.',
          '2. Nora signs.',
          '1. After the second ferry sails.',
          '2. It opens the crew contracts.',
          '7. Every two weeks.',
        ],
        [
          '2. Four solar sites.',
          '1. Sam recommends, the board signs.',
          '2. Before December.',
          '1. Small first job.',
          '6. A talk with the board member Lee knows.',
        ],
        ['1. One clinic.', '2.', '1.', '1.', '5. Once a month.'],
      ],
      comments: [
        {
          by: MORGAN,
          row: 2,
          column: 1,
          text: 'A two without a name is a zero. Who would take your call? Please finish the last two rows as well.',
          isReturn: true,
          daysAgo: 2,
        },
      ],
    },
  ],
  'admin@hartwell.example': [],
  'lee@hartwell.example': [
    {
      lesson: 'Cut your list to nine names',
      daysAgo: 64,
      rows: [
        [
          'Marrowfield Steelworks. Tom Reyes in purchasing.',
          'A furnace is replaced next year.',
          'Walk through the plant with our engineer.',
        ],
        [
          'Norring Savings Bank. The head of lending.',
          'They lend to builders again.',
          'Lunch once a quarter, with one name to bring.',
        ],
        ['Calderwick Homes. The owner, Mia Hartmann.', 'Her son joins the company.', ''],
      ],
    },
    {
      lesson: 'Say what you do in one sentence',
      daysAgo: 30,
      rows: [
        ['Companies that build', 'Contracts', 'They get paid', 'Something with contracts.'],
        [
          'Family builders in two states',
          'Contracts that both states accept',
          'They are paid without going to court',
          'He gets builders paid.',
        ],
        [
          'Family builders',
          'Getting paid in two states',
          'Without going to court',
          'He gets builders paid without a trial.',
        ],
      ],
    },
  ],
  [MORGAN]: [
    {
      lesson: 'Hold a client review',
      daysAgo: 75,
      rows: [
        [
          'The board asks why freight went up.',
          'Not our field. We know somebody who checks such contracts.',
          'I introduce them by the 15th.',
        ],
        [
          'The same two people on every matter.',
          'No change to the team without a call first.',
          'All of us, from now on.',
        ],
        ['Bills with forty lines.', 'One page with a line for each matter.', 'Billing changes it for the next bill.'],
        [
          'The warehouse lease. They thought we only do disputes.',
          'Nobody told them about real estate.',
          'Dana brings Alex to the next meeting.',
        ],
        [
          'The lease ends in August, the permit in November.',
          'Both need us half a year before.',
          'Two targets with dates, mine.',
        ],
      ],
    },
  ],
}

/** First rows of others: whoever has watched the lesson may have written one of these. */
export const firstRows: readonly { lesson: string; rows: readonly (readonly string[])[] }[] = [
  {
    lesson: 'Cut your list to nine names',
    rows: [
      [
        'Winterbourne Instruments. The plant manager.',
        'A second shift since June.',
        'Ask about the night supervisor rules.',
      ],
      [
        'Tidewell Insurance. The claims director.',
        'They moved to a smaller building.',
        'Send the page on the old lease.',
      ],
      [
        'Amberline Textiles. The owner and her brother.',
        'The brother wants to sell his part.',
        'Coffee with both, before the summer.',
      ],
    ],
  },
  {
    lesson: 'Score a target in two minutes',
    rows: [
      [
        '2. We did this twice.',
        '1. Through their banker.',
        '1. Next spring.',
        '2.',
        '6. Ask the banker for the introduction.',
      ],
      [
        '1. Similar, not the same.',
        '0. Nobody yet.',
        '2. By the end of the year.',
        '1.',
        '4. One introduction would make it 6.',
      ],
    ],
  },
  {
    lesson: 'Three questions for a first meeting',
    rows: [
      ['The controller. How the count works.', 'Close in six days.', 'New software.', 'Four people work two weekends.'],
      [
        'The owner. Who comes after him.',
        'A successor whom the bank accepts.',
        'Asked his accountant.',
        'The bank ends the credit line.',
      ],
    ],
  },
]
