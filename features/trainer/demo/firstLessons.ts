// Four lessons of the demo's curriculum 'Business development essentials': what a partner reads and hears.

export type DemoLesson = {
  focus: string
  focusDescription: string
  title: string
  description: string
  homework: string
  /** The spoken text, one paragraph a slide. */
  transcript: readonly string[]
}

export const firstLessons: readonly DemoLesson[] = [
  {
    focus: 'Choosing whom to pursue',
    focusDescription: 'A short list that you work beats a long list that you own.',
    title: 'Cut your list to nine names',
    description: 'Why nine, and how to choose them in twenty minutes.',
    homework: 'Write down nine names. Next to each, write who you know there and what changed for them this year.',
    transcript: [
      'Most partners carry forty names in their head and call none of them. Today you cut that list to nine: three clients, three prospects, and three people who send you work.',
      'Start with clients. Which three buy one service from you and pay somebody else for a second one? You already have their trust, and you know how they decide.',
      'Then prospects. Keep a name only if you can answer two questions: who there would take your call, and what changed for them in the last year. A new general counsel counts. A plan to grow does not.',
      'Last, referral sources. Look at your last ten matters and write down who sent each one. Two or three names will come up twice. Those are yours.',
      'Nine names fit into one hour a week. If one of them goes quiet for a quarter, replace it. The list stays at nine.',
    ],
  },
  {
    focus: 'Starting conversations',
    focusDescription: 'First calls that are about them.',
    title: 'Three questions for a first meeting',
    description: 'What to ask before you say what you do.',
    homework: 'Use the three questions in one meeting this week. Write down the answer that surprised you.',
    transcript: [
      'A first meeting goes wrong when it turns into a tour of your firm. Nobody hires a practice group. They hire someone who understood the problem before proposing an answer.',
      'Question one: what has to be true by the end of the year? It brings out the goal and the date. A controller might say, we close the books in six days, not eleven.',
      'Question two: what have you tried? You learn who else is involved, what it cost, and which ideas to leave alone.',
      'Question three: what happens if it stays as it is? If the answer is, not much, there is no project yet. Thank them and ask when to check in again. If the answer is a number, write it down. It will be in your proposal.',
      'Count your minutes. If you spoke for more than a third of the meeting, call back the next day with one more question.',
    ],
  },
  {
    focus: 'Following up',
    focusDescription: 'Most work is lost to silence, not to a rival.',
    title: 'Follow up without chasing',
    description: 'A reason for every call, so that none feels like a reminder.',
    homework:
      'Pick two targets that have waited over three weeks. Write the one sentence that makes your call useful to them.',
    transcript: [
      'Just checking in is a sentence about you. It asks the other person to do the work of finding a reason to talk.',
      'Bring the reason yourself. An engineer can write: the county published its new drainage rules on Monday, and page four touches your site on Ninth Street. Two sentences and an offer of ten minutes.',
      'Agree on the next contact before the meeting ends. Say: you hear from the board on the twelfth, so I will call on the thirteenth. Now your call is a promise kept.',
      'After three messages without an answer, make it easy to say no. Write: should I close this for now? Half of the silent ones reply to that, and many of them with a date.',
      'Then put the next step into your list before you close the mail. A follow-up without a date is a wish.',
    ],
  },
  {
    focus: 'Referrals',
    focusDescription: 'People like to help when you make it easy.',
    title: 'Ask for the introduction',
    description: 'Who to ask, when, and the words that make it easy.',
    homework: 'Choose one client who thanked you this month. Send the three-line note from the lesson.',
    transcript: [
      'People say, send anyone my way, and nobody ever does. Anyone is not a person. A good request has a name in it.',
      'Ask when you have just been useful: the deal closed, the audit ended early, the permit came through. Gratitude is strongest in the first week.',
      'Say whom you would like to meet and why. You sit on the hospital board with Ruth Alvarez. They are building a second clinic, and we just did the same for Lakeview. Would she find a short talk useful?',
      'Offer the words. Send three lines that your client can forward without a change: who you are, what you noticed, what you suggest. It takes them ten seconds.',
      'Then close the loop. Tell them what came of it, even if nothing did. People who hear back introduce you again.',
    ],
  },
]
