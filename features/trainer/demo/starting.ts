import type { CategoryText } from './lessonText.ts'

export const starting: CategoryText = {
  name: 'Starting conversations',
  description: 'First words, first emails, and first meetings that are about them.',
  lessons: [
    {
      title: 'Three questions for a first meeting',
      description: 'What to ask before you say a word about your firm, and what each answer tells you.',
      homework: 'Use the three questions in one meeting this week. Write down the answer that surprised you.',
      slides: [
        {
          heading: 'Not a tour of your firm',
          instead: 'Let me tell you about our practice groups.',
          better: 'What would make this year a good one?',
          say: 'A first meeting goes wrong when it turns into a tour of your firm. Nobody hires a practice group. They hire the person who understood the problem before proposing an answer.',
        },
        {
          heading: 'Question one: the goal',
          quote: 'What has to be true by the end of the year?',
          example: 'A controller: we close the books in six days, not eleven.',
          say: 'Question one: what has to be true by the end of the year? It brings out the goal and the date. A controller might say, we close the books in six days, not eleven.',
        },
        {
          heading: 'Question two: the past',
          quote: 'What have you tried so far?',
          say: 'Question two: what have you tried so far? You learn who else is involved, what it cost, and which ideas to leave alone. If another firm failed at it, ask what they would need to see this time.',
        },
        {
          heading: 'Question three: the price of waiting',
          quote: 'What happens if it stays as it is?',
          say: 'Question three: what happens if it stays as it is? If the answer is not much, there is no project yet. Thank them, and ask when to talk again. If the answer is a number, write it down. It belongs in your proposal.',
        },
        {
          heading: 'Watch your share',
          figure: '1/3',
          label: 'of the meeting is yours, at most',
          say: 'Watch how much of the time you talk. If it was more than a third, call back the next day with one more question. People remember who listened.',
        },
      ],
    },
    {
      title: 'Write a first mail that gets read',
      description: 'Five sentences, one question, nothing about awards. An email that fits on a phone.',
      homework: 'Write a five-sentence email to one prospect. Read it on your phone before you send it.',
      slides: [
        {
          heading: 'It has to fit on a phone',
          points: ['Five sentences', 'One question', 'No attachment'],
          say: 'Your first mail is read on a phone, between two meetings, by somebody who does not know you. It has five sentences and one question. Everything else can wait.',
        },
        {
          heading: 'Sentence one is about them',
          instead: 'I am a partner at a leading firm.',
          better: 'I read that you are adding a second shift in Fresno.',
          say: 'Sentence one is about them and can be checked. I read that you are adding a second shift in Fresno. Not: I am a partner at a leading firm. That is your news, not theirs.',
        },
        {
          heading: 'Sentences two and three bring something',
          quote:
            'Clients who did this ran into the overtime rules for split shifts. Two of them changed the schedule first.',
          say: 'Sentences two and three bring something useful. Clients who did this ran into the overtime rules for split shifts. Two of them changed the schedule first, and saved themselves the trouble.',
        },
        {
          heading: 'Sentence four is you, in one line',
          points: ['What you do for whom', 'Who you both know, if anyone'],
          say: 'Sentence four is you, in one line: I advise food companies on employment questions, and Ana Ruiz at Valley Foods knows my work. A name that both of you know is worth more than any award.',
        },
        {
          heading: 'Sentence five asks for little',
          quote: 'Would ten minutes on Thursday be useful?',
          say: 'Sentence five asks for little. Would ten minutes on Thursday be useful? It can be answered with one word. Then stop, take out every adjective, and send it before nine in the morning.',
        },
      ],
    },
    {
      title: 'Leave an event with two conversations',
      description: 'Two good conversations beat thirty business cards. How to prepare, start, and end on time.',
      homework: 'Before your next event, choose two people from the list and write your first question for each.',
      slides: [
        {
          heading: 'Two, not thirty',
          figure: '2',
          label: 'conversations with a next step',
          say: 'You do not need thirty business cards. You need two conversations that go on next week. That makes an event smaller, and a lot easier to walk into.',
        },
        {
          heading: 'Choose before you go',
          steps: ['Ask the host who is coming', 'Pick two names and one reserve', 'Tell them that you hope to meet'],
          say: 'Choose before you go. Ask the host who is coming. Pick two people and one in reserve. Write to them the day before: I will be there on Wednesday and would like to hear how the hospital project is going.',
        },
        {
          heading: 'Begin with the room',
          quote: 'What made you pick this session out of all of them?',
          say: 'Begin with what you share. What made you pick this session? It is easy to answer, and it tells you what is on their desk. Then ask about that, twice, before you say what you do.',
        },
        {
          heading: 'End it yourself',
          quote: 'I promised to say hello to two more people. May I call you on Tuesday about the permit question?',
          say: 'End it yourself, while it is still good. Say: I promised to say hello to two more people. May I call you on Tuesday about the permit question? Ten minutes are enough, and now there is a day.',
        },
        {
          heading: 'Write it down in the hallway',
          points: ['The name and the problem', 'What you promised, and for when'],
          say: 'Before you drive home, write down three things: the name, the problem in their words, and what you promised. Tomorrow you will remember the coffee and forget the permit.',
        },
      ],
    },
    {
      title: 'Say what you do in one sentence',
      description: 'Who you help, with what, and how it turns out. A sentence that other people can repeat.',
      homework:
        'Write your sentence, then say it to a friend outside your field. Ask what they would tell someone else.',
      slides: [
        {
          heading: 'They have to be able to repeat it',
          instead: 'I am in the corporate group.',
          better: 'I help family companies sell without a fight.',
          say: 'When somebody asks what you do, they offer to remember you. If you say, I am in the corporate group, it is gone in a second. If you say, I help family companies sell without a fight, it stays.',
        },
        {
          heading: 'Three parts',
          steps: ['Whom you help', 'With what', 'How it ends for them'],
          say: 'A good sentence has three parts. Whom you help. With what. And how it ends for them. Leave out how you do it, because that is the part only your colleagues enjoy.',
        },
        {
          heading: 'An accountant',
          quote: 'I help builders who work in several states pay the right tax once, not twice.',
          say: 'Here is an accountant. I help builders who work in several states pay the right tax once, not twice. Any builder knows at once whether that is about him.',
        },
        {
          heading: 'An engineer',
          quote: 'I help hospitals add floors while the old ones stay open.',
          say: 'Here is an engineer. I help hospitals add floors while the old ones stay open. Nobody asks what structural means. They ask how you do it, and now you are in a conversation.',
        },
        {
          heading: 'Be narrow on purpose',
          points: ['One group of people', 'One problem', 'You can still say yes to others'],
          say: 'It will feel too narrow. That is fine. You may still take other work. But people send you the work they can picture, and they can only picture one thing. Test it on a friend outside your field, and keep what they repeat.',
        },
      ],
    },
  ],
}
