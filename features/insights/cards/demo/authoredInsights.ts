// A card that the vendor or the demo firm wrote for everyone. `from` and `to` are days from today.

export type DemoWritten = {
  category: string
  observation: string
  data_value: string
  data_label: string
  suggestion: string
  from: number
  to: number
}

export const byVendor: readonly DemoWritten[] = [
  {
    category: 'Timing',
    observation: 'Many companies choose next year’s outside counsel in December',
    data_value: '6 weeks',
    data_label: 'until most outside counsel budgets are approved',
    suggestion: 'Ask your three best clients what matters they expect first in the new year.',
    from: 0,
    to: 21,
  },
  {
    category: 'Habits',
    observation: 'A follow-up within two days is answered twice as often as one within two weeks',
    data_value: '2 days',
    data_label: 'is how long a good conversation stays warm',
    suggestion:
      'Write the follow-up before you open your inbox. Three lines are enough: what you heard, what you offer, a date.',
    from: -4,
    to: 17,
  },
  {
    category: 'Referrals',
    observation: 'People refer work to the person they can describe in one sentence',
    data_value: '1 sentence',
    data_label: 'is all that your referral source will remember',
    suggestion: 'This week, tell one referral source who you help and how, in a sentence they can repeat.',
    from: -9,
    to: 12,
  },
]

export const byFirm: readonly DemoWritten[] = [
  {
    category: 'Proposals',
    observation: 'Our new fee table helped win two RFPs in October',
    data_value: '2 of 3',
    data_label: 'RFP responses with the new table won',
    suggestion: 'Use the table in your next proposal. You’ll find it in Assets.',
    from: -3,
    to: 18,
  },
  {
    category: 'Clients',
    observation: 'Three tax clients don’t have employment counsel',
    data_value: '',
    data_label: '',
    suggestion: 'Ask for an introduction before the year ends.',
    from: 0,
    to: 14,
  },
]
