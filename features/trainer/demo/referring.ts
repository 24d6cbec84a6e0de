import type { CategoryText } from './lessonText.ts'

export const referring: CategoryText = {
  name: 'Referrals and colleagues',
  description: 'People like to help when you make it easy.',
  lessons: [
    {
      title: 'Ask for the introduction',
      description: 'Who to ask, when to ask, and three lines your client can forward as is.',
      homework: 'Choose one client who thanked you this month. Send the three lines from the lesson.',
      slides: [
        {
          heading: 'Anyone is not a person',
          instead: 'Send anyone my way.',
          better: 'Would you introduce me to Ruth Alvarez?',
          say: 'People say, send anyone my way, and nobody ever does. Anyone is not a person. A request that works has a name in it.',
        },
        {
          heading: 'Ask when you were just useful',
          points: ['The deal closed', 'The audit ended early', 'The permit came through'],
          say: 'Ask when you were just useful: the deal closed, the audit ended early, the permit came through. People are glad to return a favor in the first week. In the third month they have forgotten it.',
        },
        {
          heading: 'Say whom, and why',
          quote:
            'You sit on the hospital board with Ruth Alvarez. They plan a second clinic. Would she find a short talk useful?',
          say: 'Say whom you would like to meet, and why. You sit on the hospital board with Ruth Alvarez. They plan a second clinic, and we just designed one for Lakeview. Would she find a short talk useful?',
        },
        {
          heading: 'Offer the words',
          steps: ['Who you are', 'What you noticed', 'What you suggest'],
          say: 'Offer the words. Send three lines that your client can forward without a change: who you are, what you noticed, and what you suggest. It takes them ten seconds, and it says what you want it to say.',
        },
        {
          heading: 'Close the loop',
          points: ['Tell them what came of it', 'Also when nothing did'],
          say: 'Then close the loop. Tell them what came of it, even if nothing did. People who hear back introduce you again. People who do not hear back assume that it went badly.',
        },
      ],
    },
    {
      title: 'Be easy to send work to',
      description: 'What a banker or broker needs to know about you, and why your first callback matters most.',
      homework: 'Ask one person who sends you work: what would make it easier? Change that one thing this month.',
      slides: [
        {
          heading: 'They risk their name',
          points: ['A banker sends a client to you', 'If you are slow, the banker looks bad'],
          say: 'A banker who sends you a client puts her name next to yours. If you are slow, she looks bad. So the question is not how good you are. It is how safe you are to recommend.',
        },
        {
          heading: 'Call back within the hour',
          figure: '60 min',
          label: 'to the first call back, even if only to set a time',
          say: 'Call back within the hour, even if it is only to set a time. Then write the banker one line: I spoke with Dan Osei at ten, and we meet on Friday. She can stop worrying.',
        },
        {
          heading: 'Say what you want to see',
          instead: 'Any business client.',
          better: 'Owners over 60, with a building and no successor.',
          say: 'Tell people what to look for. If you say any business client, that is no help. If you say owners over sixty, with a building and no successor, the banker meets one every month.',
        },
        {
          heading: 'Say what you do not want',
          points: ['Name two kinds of work you pass on', 'Say who does them well'],
          say: 'Also say what you pass on, and to whom. I do not do divorces, but call Priya Shah. Now the banker calls you with every question, and you decide where it goes.',
        },
        {
          heading: 'Send something back',
          steps: ['Once a quarter, meet for coffee', 'Bring one name or one warning', 'Ask what changed for them'],
          say: 'And send something back. Once a quarter, have coffee and bring one useful thing: a client who needs a loan, or a change in the rules for lenders. A referral is a trade between people who both keep score a little.',
        },
      ],
    },
    {
      title: 'Bring a colleague in',
      description: 'How to bring a partner to your client without losing control, and what to agree on first.',
      homework:
        'Pick one client and one colleague. Agree on the four points from the lesson before you call the client.',
      slides: [
        {
          heading: 'What holds you back',
          points: ['What if they do a poor job?', 'What if I lose the client?'],
          say: 'You know that your client needs a tax partner. You do not bring her in, because you worry about two things: a poor job, and losing the client. Both can be settled before the first call.',
        },
        {
          heading: 'Agree on four points',
          steps: [
            'Who leads the relationship',
            'Who answers within what time',
            'Who sends the bill',
            'How the credit is shared',
          ],
          say: 'Agree on four points with your colleague. Who leads the relationship? Who answers, and how fast? Who sends the bill? And how is the credit shared? Ten minutes now prevent a bad year.',
        },
        {
          heading: 'Introduce the problem first',
          quote:
            'You asked why the two states both want tax on the same job. Meera settles that for builders. May I bring her on Tuesday?',
          say: 'Introduce the problem before the person. You asked why two states both want tax on the same job. Meera settles that for builders. May I bring her on Tuesday? The client hears help, not a sales call.',
        },
        {
          heading: 'Stay in the room',
          points: ['Attend the first two meetings', 'Speak least', 'Ask the client afterward, alone'],
          say: 'Stay in the room for the first two meetings, and say the least. Then call the client alone. How was that for you? If something was off, you hear it while it is small.',
        },
        {
          heading: 'Make it safe for both',
          points: ['Your colleague tells you before news reaches the client', 'You both see the same steps'],
          say: 'Last, no surprises. Your colleague tells you before bad news reaches the client, and both of you keep the next steps in one place. A client with two people at the firm stays longer than a client with one.',
        },
      ],
    },
    {
      title: 'Map who knows whom',
      description: 'Find a path to the decision-maker inside your own firm before you write a cold email.',
      homework: 'Draw the map for one target on the worksheet. Ask the two colleagues on the shortest path.',
      slides: [
        {
          heading: 'Somebody here knows them',
          points: ['A former colleague', 'A school, a board, a team', 'An old matter on the other side'],
          say: 'Before you write to a stranger, ask inside. In a firm of forty people, somebody often went to school with her, sat on a board with him, or was on the other side of an old deal.',
        },
        {
          heading: 'Write down four people',
          steps: ['Who decides', 'Who uses the work', 'Who can stop it', 'Who advises them today'],
          say: 'For one target, write down four people. Who decides? Who uses the work every day? Who can stop it? And who advises them now? Most of us know one of the four, and take that one for the whole company.',
        },
        {
          heading: 'Ask a narrow question',
          instead: 'Does anybody know Delta Foods?',
          better: 'Does anybody know Jo Lindgren, who runs their plants?',
          say: 'Then ask a narrow question. Ask who knows Delta Foods, and you get silence. Ask who knows Jo Lindgren, who runs their plants, and you get an answer by lunch.',
        },
        {
          heading: 'Find out how strong the tie is',
          points: ['Would she call you back the same day?', 'When did you last speak?'],
          example: 'A contact from 2011 is a name, not a path.',
          say: 'Find out how strong the tie is. Would she call you back the same day? When did you last speak? A friend of ten years ago is a name. Somebody who called last month is a path.',
        },
        {
          heading: 'Protect the helper',
          points: ['Say what you will ask, before you ask it', 'Do not use the name without a yes', 'Report back'],
          say: 'And protect the helper. Say what you plan to ask. Use the name only after a clear yes. Then report what happened. Your colleague lends you trust that took years to earn.',
        },
      ],
    },
  ],
}
