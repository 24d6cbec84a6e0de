// '{first}' and '{company}' stand for contact and company, '{matter}' for the topic.
import type { Trade } from './companies.ts'

export const matters: Record<Trade, readonly string[]> = {
  shipping: ['charter disputes', 'the terminal lease', 'cargo claims', 'crew contracts', 'the fleet refinancing'],
  food: ['supply contracts', 'the packaging recall', 'water rights', 'the cooperative’s bylaws', 'trademark defense'],
  energy: [
    'interconnection agreements',
    'the grid permit',
    'project finance',
    'the turbine warranty claim',
    'land easements',
  ],
  health: [
    'licensing talks',
    'clinical trial agreements',
    'the merger of the two practices',
    'privacy compliance',
    'patent prosecution',
  ],
  software: [
    'data privacy',
    'the Series B round',
    'reseller contracts',
    'the source-code escrow',
    'open-source compliance',
  ],
  finance: [
    'regulatory reviews',
    'the loan portfolio sale',
    'reinsurance treaties',
    'the branch consolidation',
    'coverage disputes',
  ],
  building: ['delay claims', 'subcontractor disputes', 'the bid protest', 'surety bonds', 'the safety investigation'],
  property: [
    'zoning approvals',
    'the harbor-front lease',
    'the portfolio purchase',
    'franchise agreements',
    'the property tax appeal',
  ],
  industry: [
    'export controls',
    'the plant closure',
    'product liability',
    'collective bargaining',
    'the supplier bankruptcy',
  ],
  trade: ['store leases', 'the brand relaunch', 'import duties', 'wage-and-hour questions', 'the succession plan'],
  culture: [
    'rights clearance',
    'endowment restrictions',
    'talent contracts',
    'the donor agreement',
    'defamation review',
  ],
}

export const goals = {
  prospect: [
    'Become their counsel for {matter}',
    'Win the first engagement: {matter}',
    'Pitch for {matter}',
    'Get on their outside counsel panel',
    'Replace their current firm on {matter}',
    'Get a seat at the table for {matter}',
    'Be the firm they call about {matter}',
    'Win a fixed-fee pilot on {matter}',
    'Present our team to the general counsel before the panel review',
  ],
  client: [
    'Grow from one matter to their go-to outside counsel',
    'Expand our work to include {matter}',
    'Cross-sell the employment team',
    'Renew the annual retainer',
    'Introduce our tax partners',
    'Keep the client through the change in general counsel',
    'Become counsel to all of their companies, starting with {matter}',
    'Move from hourly billing to an annual fixed fee',
  ],
  refsource: [
    'Get two referrals a year',
    'Be their first call for {matter}',
    'Host a joint seminar for our clients',
    'Trade introductions every quarter',
    'Join their referral network',
  ],
} as const

export const longGoal =
  'Become outside counsel to all eleven subsidiaries, starting with {matter} and then the regional holding companies, so that within a year their general counsel has one team, one rate card, and one partner to call.'

/** In their usual order. Each begins with one of the suggested openings. */
export const steps: readonly (readonly string[])[] = [
  [
    'Research who decides on {matter}',
    'Research their last three annual reports',
    'Research how {company} chose its current counsel',
    'Ask around to find out who knows {first}',
    'Introduce myself to {first} by email',
    'Research conflicts before we reach out',
    'Ask our alumni network for an introduction to {first}',
  ],
  [
    'Invite {first} to lunch',
    'Schedule a first call with {first}',
    'Invite {first} to the spring seminar',
    'Introduce {first} to our practice group leader',
    'Send a short memo on {matter}',
    'Follow up with {first} after the conference',
    'Send {first} the article on {matter}',
    'Invite {first} to the museum reception',
  ],
  [
    'Schedule a meeting with their general counsel',
    'Ask {first} about budget and timing',
    'Send two client references in their industry',
    'Introduce the team that would do the work',
    'Ask {first} what would make them switch firms',
    'Schedule a workshop on {matter}',
    'Research who represents them on {matter}',
  ],
  [
    'Send the draft engagement letter',
    'Send the fee proposal',
    'Follow up on the proposal with {first}',
    'Schedule the pitch',
    'Ask for their outside counsel guidelines',
    'Send the staffing plan and rates',
    'Follow up after the pitch',
  ],
  [
    'Follow up on the open points in the engagement letter',
    'Ask {first} for a decision',
    'Schedule the kickoff call',
    'Send the signed conflict waiver',
    'Follow up after the board meeting',
    'Ask {first} for a referral',
    'Invite {first} and the CFO to dinner',
  ],
]

export const helps = [
  'Keep it to three sentences.',
  'The practice group leader knows the history.',
  'Call before 10 a.m. Mornings are best.',
  'Copy the practice group leader.',
  'Mention the seminar.',
  'Use the short version of the deck.',
  'Clear conflicts first.',
  'Bring the two-page summary.',
] as const

export const notes = [
  'Met at the industry conference in May. Two kids, runs marathons, prefers calls before 9 a.m.',
  'The general counsel and the CFO decide. {first} writes the recommendation for both.',
  'Unhappy with their current firm: slow responses and surprise bills. A fixed fee would be a strong selling point.',
  'Fiscal year starts in July. Ask again about {matter} after the board meets.',
  '{first} used to work with one of our associates. Mention it.',
  'Wants to see experience with {matter}, not brochures. Send the two case studies.',
  'They’re also talking to a larger firm. Our advantage is that partners do the work themselves.',
  'Coffee on the 14th went well. Asked for a one-page comparison of our three fee structures.',
  'Third-generation family business. The daughter takes over next year, so it’s a good time to bring in new counsel.',
  'Asked twice about associate rates. Have the rate card ready.',
  'Introduced by a former client. Thank them, however this turns out.\n\nOpen questions:\n- Who signs?\n- When does the current retainer end?\n- Is {matter} really a priority?',
  'Likes short emails. Never on Fridays.',
  '{company} is opening a second location in the spring. They’ll need help with {matter} by then.',
  'Long conversation after the panel. Three questions to answer: (1) Can we staff this without the downtown office? (2) Has anyone here handled {matter} for a company their size? (3) How would we report: monthly or by milestone? {first} wants a written answer and would rather have one plain page than a presentation. Bring the associate who would do the day-to-day work. They liked that last time, and it made the difference with their sister company.',
] as const

export const colleagueNotes = [
  'I know their CFO from college. Happy to make the introduction once the proposal is out.',
  'Spoke with {first} at the reception. They want a one-page written answer before the board meets.',
  'Our team did similar work for another company in their area. I put the summary in the shared folder.',
] as const

export const lostReasonsWritten = [
  'They stayed with their current firm. The general counsel didn’t want to switch in the middle of a dispute.',
  'Acquired by a company with its own counsel.',
] as const
