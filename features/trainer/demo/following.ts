import type { CategoryText } from './lessonText.ts'

export const following: CategoryText = {
  name: 'Following up',
  description: 'More work is lost to silence than to competitors.',
  lessons: [
    {
      title: 'Follow up without chasing',
      description: 'A reason for every call, so that none of them feels like a reminder.',
      homework:
        'Pick two targets you haven’t contacted in more than three weeks. Write the one sentence that makes your call useful.',
      slides: [
        {
          heading: 'The sentence to delete',
          instead: 'Just checking in.',
          better: 'The county published its new drainage rules on Monday.',
          say: 'The words just checking in are about you. They ask the other person to find a reason to talk. If you have no reason either, wait until you do.',
        },
        {
          heading: 'Bring the reason yourself',
          quote: 'Page four of the new rules touches your site on Ninth Street. Ten minutes tomorrow?',
          say: 'Bring the reason yourself. An engineer can write: the county published its new drainage rules on Monday, and page four touches your site on Ninth Street. Two sentences, and an offer of ten minutes.',
        },
        {
          heading: 'Agree on the next contact',
          quote: 'You hear from the board on the twelfth, so I will call on the thirteenth.',
          say: 'Agree on the next contact before the meeting ends. Say: you hear from the board on the twelfth, so I will call on the thirteenth. Now your call is not a reminder. It is a promise kept.',
        },
        {
          heading: 'Make it easy to say no',
          quote: 'Should I close this for now?',
          say: 'After three messages without an answer, make it easy to say no. Write: should I close this for now? It takes one word to answer. And many people who were only busy will tell you so.',
        },
        {
          heading: 'A step has a date',
          points: ['Write the next step before you close the mail', 'No date means no step'],
          say: 'Then write the next step into your list, before you close the mail. A follow-up without a date is a wish. With a date, you can forget about it until that morning.',
        },
      ],
    },
    {
      title: 'End each meeting with a date',
      description: 'Offer one subject and two days before the check comes. The sentence that keeps a deal alive.',
      homework:
        'In your next three meetings, offer one subject and two days before you stand up. Note what they chose.',
      slides: [
        {
          heading: 'We should talk again',
          points: ['Both of you mean it', 'Nobody named a day', 'Six weeks pass'],
          say: 'Many good meetings end with: we should talk again. Both of you mean it. Nobody names a day, and six weeks later it would be awkward to call.',
        },
        {
          heading: 'One subject, two days',
          quote: 'Shall I bring Colin, our lease lawyer, on Tuesday or on Thursday, for twenty minutes?',
          say: 'Here is the rule. Before you stand up, name one subject and two days. You mentioned the warehouse lease. Shall I bring Colin, our lease lawyer, on Tuesday or on Thursday, for twenty minutes?',
        },
        {
          heading: 'Why it works',
          points: ['It is about their problem', 'It brings somebody useful', 'It asks for little'],
          say: 'Look at what that does. It is about their problem. It brings somebody useful. It asks for little. And choosing between two days is easier than choosing whether.',
        },
        {
          heading: 'If neither day works',
          steps: ['Ask which week is better', 'Write it down in front of them', 'Send the invitation today'],
          say: 'If neither day works, that is not a no. Ask which week is better, and write it down in front of them. Send the invitation the same day, with the subject in the title, so that their calendar remembers why.',
        },
        {
          heading: 'If they look for a way out',
          points: ['Let them have it', 'The next step is yours: one page by Friday'],
          say: 'And if they look for a way out, let them have it. Then the next step is yours. I will send you one page on the renewal clause by Friday. You keep a reason to write, and they keep their freedom.',
        },
      ],
    },
    {
      title: 'Send one page, not a brochure',
      description: 'A page they can forward: their problem, three options, and what each one costs them.',
      homework:
        'Turn your last long email to a prospect into one page with three options. Ask a colleague to read it in a minute.',
      slides: [
        {
          heading: 'What happens to a brochure',
          points: ['It is about you', 'Nobody forwards it', 'It answers no question'],
          say: 'A brochure is polite and useless. It is about you, it answers no question, and nobody forwards it. One page about their problem gets passed to the person who decides.',
        },
        {
          heading: 'Top: the problem in their words',
          quote: 'You want to close in six days. Today it takes eleven, and four of them wait for the warehouse count.',
          say: 'At the top, write the problem in their words. You want to close in six days. Today it takes eleven, and four of them wait for the warehouse count. If that is right, they keep reading.',
        },
        {
          heading: 'Middle: three options',
          steps: ['Do nothing, and what that costs', 'A small step', 'The whole job'],
          say: 'In the middle, put three options. The first is to do nothing, and what that costs. The second is a small step, such as one warehouse for one quarter. The third is the whole job.',
        },
        {
          heading: 'Bottom: your view',
          points: ['Which one you would choose, and why', 'A range for time and cost'],
          say: 'At the bottom, say which one you would choose, and why. Give a range for time and cost. A careful range is fine. No number at all makes people expect the worst.',
        },
        {
          heading: 'The test',
          figure: '1 minute',
          label: 'is all that a reader gives it',
          say: 'Then test it. Give the page to a colleague for one minute and take it back. If she can tell you the problem and your advice, send it. If she talks about the layout, cut it by a third.',
        },
      ],
    },
    {
      title: 'Wake up a silent contact',
      description: 'Three honest ways to write to someone you haven’t called in a year.',
      homework: 'Choose three silent contacts on the worksheet and write to one of them today.',
      slides: [
        {
          heading: 'It is less awkward than you think',
          points: ['They did not call you either', 'One line of honesty is enough'],
          say: 'You have not called somebody in a year, so you do not call now. It is less awkward than you think. They did not call you either, and one honest line takes care of it.',
        },
        {
          heading: 'One: news about them',
          quote: 'I saw that you won the airport contract. A year is too long. How is the team coping?',
          say: 'The first way is news about them. I saw that you won the airport contract. A year is too long. How is the team coping? It ends with a question, and it sells nothing.',
        },
        {
          heading: 'Two: something they once asked',
          quote:
            'Last spring you asked about leasing your own trucks. The rule changed in July. Here is what it means.',
          say: 'The second way is something they once asked. Last spring you asked about leasing your own trucks. The rule changed in July, and here is what it means. That shows that you listened, and that your notes are good.',
        },
        {
          heading: 'Three: ask for their advice',
          quote: 'I am preparing a talk for plant managers. What would you want to hear?',
          say: 'The third way is to ask for advice. I am preparing a talk for plant managers. What would you want to hear? People like to be asked about what they know. Only ask if you will use the answer.',
        },
        {
          heading: 'What not to do',
          instead: 'Long time no see. Do you have any work for us?',
          better: 'Give first. Ask in the second talk.',
          say: 'Do not apologize for a paragraph, and do not ask for work in the first mail. Give first. If they answer, offer a call and a day. If they do not, write again in three months with something new.',
        },
      ],
    },
  ],
}
