import type { CategoryText } from './lessonText.ts'

export const winning: CategoryText = {
  name: 'Proposals, price and the answer',
  description: 'Ask for the work, put a price on it, and learn from both answers.',
  lessons: [
    {
      title: 'Talk about money early',
      description: 'Give a range in the second conversation, so no proposal dies of sticker shock.',
      homework: 'Before your next proposal, say a range out loud to the client. Write down what they said first.',
      slides: [
        {
          heading: 'A proposal is a bad place for a surprise',
          points: ['They expected $20,000', 'You wrote $60,000', 'Nobody calls'],
          say: 'They expected twenty thousand. You wrote sixty. Nobody calls you to discuss it. They simply go silent, and you lost a week of writing as well.',
        },
        {
          heading: 'Say a range in the second talk',
          quote: 'Projects like this run between $40,000 and $60,000. Is that the kind of number you had in mind?',
          say: 'So say a range in the second talk. Projects like this run between forty and sixty thousand. Is that the kind of number you had in mind? Then be quiet. The first words after that are worth gold.',
        },
        {
          heading: 'What moves the number',
          points: ['How many sites', 'How fast', 'How much they do themselves'],
          say: 'Explain what moves the number. How many sites, how fast, and how much their own people do. Now you are planning together, and price is something that both of you can change.',
        },
        {
          heading: 'If it is too much',
          instead: 'We can come down to $45,000.',
          better: 'For $30,000 we can do the two sites with the old boilers.',
          say: 'If it is too much, change the work and not the rate. Coming down to forty-five tells them that sixty was not true. An honest offer sounds different: for thirty, we can do the two sites with the old boilers.',
        },
        {
          heading: 'Ask how they decide',
          steps: ['Who signs', 'Up to what amount', 'By when'],
          say: 'And ask how the decision is made. Who signs? Up to what amount can they decide alone? And by when? A plant manager who may spend twenty-five thousand can say yes today to a first step of twenty-four.',
        },
      ],
    },
    {
      title: 'Write the proposal backward',
      description: 'Start from how they will decide, then write two pages that answer only that.',
      homework: 'Fill in the worksheet before you write your next proposal. If a row is empty, call and ask.',
      slides: [
        {
          heading: 'Start at the end',
          quote: 'When this is on the table, what will you talk about?',
          say: 'Before you write, ask one question. When this is on the table, what will you talk about? The answer is your outline. Everything else is decoration.',
        },
        {
          heading: 'Each reader has one question',
          steps: [
            'The owner: will it hurt us?',
            'The controller: what does it cost, and when?',
            'The user: what changes on Monday?',
          ],
          say: 'Each reader has one question. The owner asks whether it can hurt the company. The controller asks what it costs, and when. The person who lives with it asks what changes on Monday. Answer each in one paragraph.',
        },
        {
          heading: 'Two pages',
          points: ['Their goal, with their number', 'What you do, by when', 'Price, and what is not included'],
          say: 'Two pages are enough. Page one has their goal with their number, what you will do, and by when. Page two has the price, and a plain list of what is not included. That list prevents more quarrels than any contract.',
        },
        {
          heading: 'Show the people',
          points: ['Only those who will do the work', 'One line: what they did like this'],
          say: 'Show only the people who will do the work. One line each: what they did that was like this. A page of partners whom they will never meet makes them wonder who answers the phone.',
        },
        {
          heading: 'Bring it, do not send it',
          instead: 'Please find attached our proposal.',
          better: 'I have a draft. May I walk you through it before it is final?',
          say: 'Then bring it. I have a draft, and I would like to walk you through it before it is final. They will change two sentences. From then on, it is their proposal too.',
        },
      ],
    },
    {
      title: 'When they say you cost more',
      description: 'What they really mean, and four answers that aren’t a discount.',
      homework: 'Write your own answer to each of the four meanings. Say them out loud once before you need them.',
      slides: [
        {
          heading: 'Wait before you answer',
          quote: 'Compared with what?',
          say: 'You are more expensive. Wait two seconds, and then ask: compared with what? The answer is one of four, and only one of them is about price.',
        },
        {
          heading: 'Compared with another firm',
          points: ['Lay the two offers side by side', 'Look for what is missing in theirs'],
          say: 'One: compared with another firm. Ask to lay the offers side by side. Often theirs leaves something out, like site visits or the state filing. If it is really the same, say what you do differently, once.',
        },
        {
          heading: 'Compared with what they planned',
          points: ['Split it over two years', 'Do the urgent part first'],
          say: 'Two: compared with their budget. Then it is a question of when, not whether. Do the urgent part now, and the rest after the new year begins.',
        },
        {
          heading: 'Compared with doing nothing',
          quote: 'You said that each late close costs you a weekend of six people. That is twelve weekends.',
          say: 'Three: compared with doing nothing. Go back to the number they gave you. You said that each late close costs a weekend of six people. That is twelve weekends a year. Let them do the sum.',
        },
        {
          heading: 'Compared with what they can defend',
          points: ['They want it, the boss will ask', 'Give them one page for that talk'],
          say: 'Four: they want you, but somebody above will ask. Then help them. Offer one page for that talk, or to come along for ten minutes. A discount would not have solved any of these. And if you do give one, get something for it, such as payment in ten days.',
        },
      ],
    },
    {
      title: 'Learn from every no',
      description: 'A ten-minute call after a loss that tells you more than a year of wins.',
      homework:
        'Call one client or prospect who chose another firm this year. Ask the three questions, and thank them.',
      slides: [
        {
          heading: 'A no is information',
          points: ['Wins flatter', 'Losses explain'],
          say: 'When you win, everybody tells you that it was the quality. When you lose, you can find out the truth, if you ask within two weeks and do not argue.',
        },
        {
          heading: 'Ask for ten minutes',
          quote: 'The decision is fine. I would like to learn from it. May I have ten minutes?',
          say: 'Write: the decision is fine, and I would like to learn from it. May I have ten minutes? Most people agree, because they feel they owe you an explanation. Somebody who was not in the room hears even more.',
        },
        {
          heading: 'Three questions',
          steps: [
            'When did it become clear?',
            'What did the others do that we did not?',
            'What would you tell a friend in our place?',
          ],
          say: 'Ask three questions. When did it become clear? What did the others do that we did not? And what would you tell a friend in our place? The first one is the best. Often it was clear before you sent a single page.',
        },
        {
          heading: 'Write it where others find it',
          instead: 'Lost on price.',
          better: 'Lost in March: they met our engineer only at the end.',
          say: 'Write it down where your colleagues find it. We write lost on price to feel better. If it says, lost in March, because they met our engineer only at the end, you can do something about it.',
        },
        {
          heading: 'Stay in second place well',
          points: [
            'Thank them the same day',
            'Call after 90 days: how is it going?',
            'Keep one date for the next round',
          ],
          say: 'Then be a good second. Thank them on the same day. After ninety days, call and ask how it is going. First choices stumble. When that happens, you want to be the name that comes to mind, with no hard feelings attached.',
        },
      ],
    },
  ],
}
