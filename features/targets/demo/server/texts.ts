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
    'data protection',
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
    'supplier insolvency',
  ],
  trade: ['store leases', 'the brand relaunch', 'import duties', 'wage-and-hour questions', 'the succession plan'],
  culture: ['rights clearance', 'the endowment rules', 'talent contracts', 'the donor agreement', 'defamation review'],
}

export const goals = {
  prospect: [
    'Become their counsel for {matter}',
    'Win the first engagement: {matter}',
    'Pitch for {matter}',
    'Be on their panel of outside counsel',
    'Replace their present firm on {matter}',
    'Get a seat at the table for {matter}',
    'Be the firm they call about {matter}',
    'Win a fixed-fee pilot on {matter}',
    'Present our team to the general counsel before the panel review',
  ],
  client: [
    'Grow from one matter to standing counsel',
    'Extend our work to {matter}',
    'Cross-sell the employment team',
    'Renew the annual retainer',
    'Introduce our tax partners',
    'Keep them through the change of general counsel',
    'Become adviser for the whole group, starting with {matter}',
    'Move from hourly to a yearly arrangement',
  ],
  refsource: [
    'Get two referrals a year',
    'Be their first call for {matter}',
    'Joint seminar on {matter}',
    'Exchange of introductions every quarter',
    'Become a partner of their advisory network',
  ],
} as const

export const longGoal =
  'Become counsel for the whole group across its eleven subsidiaries, beginning with {matter}, then the regional holding companies, so that within a year their general counsel has one team, one rate card and one partner to call.'

/** In their usual order. Each begins with one of the suggested openings. */
export const steps: readonly (readonly string[])[] = [
  [
    'Research who decides about {matter}',
    'Research their last three annual reports',
    'Research how {company} chose its present counsel',
    'Ask around who knows {first}',
    'Introduce myself to {first} by e-mail',
    'Research conflicts before we reach out',
    'Ask the alumni list for a way to {first}',
  ],
  [
    'Invite {first} to lunch',
    'Schedule a first call with {first}',
    'Invite {first} to the spring seminar',
    'Introduce {first} to our practice head',
    'Send our briefing on {matter}',
    'Follow up on the conference chat with {first}',
    'Send {first} the article on {matter}',
    'Invite {first} to the museum evening',
  ],
  [
    'Schedule a meeting with their general counsel',
    'Ask {first} about budget and timing',
    'Send two references in their trade',
    'Introduce the team that would do the work',
    'Ask {first} what would make them change firms',
    'Schedule a workshop on {matter}',
    'Research the opposing counsel in {matter}',
  ],
  [
    'Send the draft engagement letter',
    'Send the fee proposal',
    'Follow up on the proposal with {first}',
    'Schedule the pitch',
    'Ask for the panel application form',
    'Send the staffing plan and rates',
    'Follow up after the pitch',
  ],
  [
    'Follow up on the open points of the contract',
    'Ask {first} for the decision',
    'Schedule the kick-off',
    'Send the signed conflict waiver',
    'Follow up once the board has met',
    'Ask {first} for a referral',
    'Invite {first} and the finance director to dinner',
  ],
]

export const helps = [
  'Keep it to three sentences.',
  'The practice head knows the history.',
  'Call before ten: mornings are best.',
  'Copy the practice head.',
  'Mention the seminar.',
  'Use the short version of the deck.',
  'Check the conflict list first.',
  'Bring the two-page summary.',
] as const

export const notes = [
  'Met at the harbor conference in May. Two kids, runs marathons, prefers calls before nine.',
  'Decision lies with the general counsel and the finance director; {first} prepares the paper for both.',
  'Unhappy with the present firm: slow answers and surprise invoices. Fixed fees would be a strong argument.',
  'Budget year starts in July. Ask again about {matter} when the board has met.',
  '{first} used to work with one of our associates. Mention it.',
  'Wants to see experience with {matter}, not brochures. Send the two case notes.',
  'Careful: they are in talks with a larger firm too. Our advantage is that partners do the work themselves.',
  'Coffee on the 14th went well. Asked for a one-page comparison of the three fee models.',
  'Family-owned in the third generation; the daughter takes over next year. A good moment for a new adviser.',
  'Asked twice about our rates for associates. Have the rate card ready.',
  'Introduced by a former client. Say thank you there, whatever comes of this one.\n\nOpen questions:\n- who signs\n- when the retainer ends\n- whether {matter} is really a priority',
  'Likes short e-mails. Never on Fridays.',
  '{company} opens a second site in the spring; they will need help with {matter} by then.',
  'Long talk after the panel: three questions to take home. (1) Can we staff it without the city office? (2) Do we have anyone who has done {matter} for a company of their size? (3) How would we report — monthly, or by milestone? {first} expects an answer in writing, and would rather have a plain page than a presentation. Bring the associate who would do the daily work: they liked that the last time, and it was what made the difference with their sister company.',
] as const

export const colleagueNotes = [
  'I know their finance director from school. Happy to make the introduction once the proposal is out.',
  'Spoke to {first} at the reception: they want the answer in writing, one page, before the board meets.',
  'Our team did similar work for a neighbor of theirs. I have put the summary in the folder.',
] as const

export const lostReasonsWritten = [
  'They stayed with their present firm; the general counsel did not want to change in the middle of a dispute.',
  'Sold to a group that brings its own counsel.',
] as const
