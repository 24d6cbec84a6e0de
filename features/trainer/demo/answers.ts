// Worksheet answers of people in the demo, and a manager's comments.

export type DemoComment = { by: string; row: number; column: number; text: string; isReturn?: boolean; daysAgo: number }
export type DemoAnswers = {
  /** Title of the worksheet's lesson. */
  lesson: string
  daysAgo: number
  /** Rows with a text per column. '' and missing rows are unanswered. */
  rows: readonly (readonly string[])[]
  /** Previous value of a cell. */
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
          'At lunch on the 4th, ask who reviews the crew contracts.',
        ],
        [
          'Corvane Solar. Sam Ortega, head of projects.',
          'They’re adding a third site, in a county that’s new to them.',
          'Send the one-pager on permits by Friday.',
        ],
        [
          'Larkspur Clinics. Their controller. I haven’t met the CFO yet.',
          'The founder is stepping back next summer.',
          'Ask Ruth for twenty minutes with the founder.',
        ],
        [
          'Oakhollow Foods. Jo Lindgren, through Lee.',
          'A recall in the spring, since resolved.',
          'Call to share what we saw at two other plants.',
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
        value: 'Oakhollow Foods. No one yet.',
        daysAgo: 250,
      },
      comments: [
        {
          by: MORGAN,
          row: 5,
          column: 0,
          text: 'Alex in Real Estate represented the buyer of the two hotels. Check with Alex before you call.',
          daysAgo: 12,
        },
        { by: DANA, row: 5, column: 0, text: 'Thanks. We’re meeting on Thursday.', daysAgo: 11 },
      ],
    },
    {
      lesson: 'Three questions for a first meeting',
      daysAgo: 20,
      rows: [
        [
          'Sam Ortega and two project leads. Why the last permit took nine months.',
          'All three sites are connected before the tax credit expires.',
          'A consultant who knew the state and not the county.',
          'Each month of delay costs about $80,000.',
        ],
        [
          'Ruth at Larkspur. How they decide while the founder is still there.',
          'A plan that the family and the doctors both sign.',
          'Two lawyers, one for each side. They stopped talking.',
          'Three doctors leave and take their patients with them.',
        ],
        [
          'The new general counsel at Quillon. What she measures, and who she trusts.',
          'Five firms instead of fourteen.',
          'A list of rates. It told her nothing about the work.',
          'Not much this year. I’ll call again in May.',
        ],
      ],
    },
    {
      lesson: 'Score a target in two minutes',
      daysAgo: 9,
      rows: [
        [
          '2. We’ve worked for two ferry companies.',
          '2. Nora signs.',
          '1. Once the second ferry is in service.',
          '2. It could lead to the crew contracts.',
          '7. Every two weeks.',
        ],
        [
          '2. Four solar sites.',
          '1. Sam recommends, the board signs.',
          '2. Before December.',
          '1. Small first job.',
          '6. Talk to the board member Lee knows.',
        ],
        ['1. One clinic.', '2.', '1.', '1.', '5. Once a month.'],
      ],
      comments: [
        {
          by: MORGAN,
          row: 2,
          column: 1,
          text: 'A 2 without a name is a 0. Who would take your call? And finish the last two rows.',
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
          'They’re replacing a furnace next year.',
          'Tour the plant with their engineer.',
        ],
        [
          'Norring Savings Bank. The head of lending.',
          'They’re lending to builders again.',
          'Lunch once a quarter. Bring one name each time.',
        ],
        ['Calderwick Homes. The owner, Mia Hartmann.', 'Her son is joining the company.', ''],
      ],
    },
    {
      lesson: 'Say what you do in one sentence',
      daysAgo: 30,
      rows: [
        ['Companies that build', 'Contracts', 'They get paid', 'Something with contracts.'],
        [
          'Family-owned builders in two states',
          'Contracts that both states accept',
          'They are paid without going to court',
          'He gets builders paid.',
        ],
        [
          'Family-owned builders',
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
          'The board is asking why freight costs went up.',
          'Not our area. We know someone who audits freight contracts.',
          'I’ll introduce them by the 15th.',
        ],
        [
          'The same two people on every matter.',
          'No change to the team without a call first.',
          'All of us, from now on.',
        ],
        [
          'Bills with forty lines.',
          'One page with a line for each matter.',
          'Billing will change it for the next bill.',
        ],
        [
          'The warehouse lease. They thought we only handled disputes.',
          'No one told them about our real estate group.',
          'Dana will bring Alex to the next meeting.',
        ],
        [
          'The lease ends in August, the permit in November.',
          'We need to start six months before each one.',
          'I’ll add two targets with dates.',
        ],
      ],
    },
  ],
}

/** First rows of other people. Anyone who has watched the lesson can have one of these. */
export const firstRows: readonly { lesson: string; rows: readonly (readonly string[])[] }[] = [
  {
    lesson: 'Cut your list to nine names',
    rows: [
      [
        'Winterbourne Instruments. The plant manager.',
        'They added a second shift in June.',
        'Ask about overtime for night supervisors.',
      ],
      [
        'Tidewell Insurance. The claims director.',
        'They moved to a smaller building.',
        'Send the one-pager on ending a lease early.',
      ],
      [
        'Amberline Textiles. The owner and her brother.',
        'The brother wants to sell his share.',
        'Coffee with both of them before summer.',
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
        '0. No one yet.',
        '2. By the end of the year.',
        '1.',
        '4. One introduction would make it 6.',
      ],
    ],
  },
  {
    lesson: 'Three questions for a first meeting',
    rows: [
      [
        'The controller. How the inventory count works.',
        'They close the books in six days.',
        'New software.',
        'Four people work two weekends.',
      ],
      [
        'The owner. Who succeeds him.',
        'A successor the bank will accept.',
        'Asked his accountant.',
        'The bank pulls the credit line.',
      ],
    ],
  },
]
