// The rules of the daily cards, one after the other, written so that a partner can read them. Pure. Each rule has
// findings about a person's own Targets, describes them with figures, and suggests one action.
import { formatDay, formatDayShort } from '#core/contract/dates.ts'
import { formatAmount, worth } from '#core/contract/money.ts'
import type { CardAct } from './contract.ts'
import { dayOf, type PipelineFacts } from './facts.ts'
import * as find from './findings.ts'
import { MIN_OVERDUE, QUARTER, type RuleMatch, STREAK_WEEKS, UNTOUCHED, wonOn } from './findings.ts'
import { formatDays, PluralizeCapitalized, quoted, SpellNumberCapitalized, spellNumber } from './ruleLabels.ts'

export type Rule = {
  /** Never changes, because ratings are stored under it. */
  code: string
  title: string
  category: 'Steps' | 'Targets' | 'Colleagues' | 'Results' | 'Learning'
  /** Heavier rules come first. The person's ratings change the weight. */
  weight: number
  /** Fewest findings that make a card. Default: 1. */
  atLeast?: number
  act: CardAct
  finds: (facts: PipelineFacts) => RuleMatch[]
  observes: (found: readonly RuleMatch[], facts: PipelineFacts) => string
  /** The figure and its label. */
  figure: (found: readonly RuleMatch[], facts: PipelineFacts) => [string, string]
  suggests: (first: RuleMatch) => string
}

export const rules: readonly Rule[] = [
  {
    code: 'overdue',
    title: 'Overdue steps',
    category: 'Steps',
    weight: 100,
    act: 'snooze',
    finds: find.overdueSteps,
    observes: (found) => `${PluralizeCapitalized(found, 'step is', 'steps are')} overdue`,
    figure: (found) => atStake(found, 'projected on these Targets', 'past their date'),
    suggests: ({ seen }) =>
      `Start with ${seen!.name}: ${quoted(seen!.step?.description)}. If the date no longer fits, move it.`,
  },
  {
    code: 'invited',
    title: 'Waiting for you',
    category: 'Colleagues',
    weight: 96,
    act: 'open',
    finds: find.waitingForMe,
    observes: (found) =>
      found.length === 1
        ? `${found[0]!.person} is waiting for your answer on ${found[0]!.label}`
        : `${PluralizeCapitalized(found, 'invitation waits', 'invitations wait')} for your answer`,
    figure: (found) => [formatDays(found[0]!.weighs), 'since the invitation last changed'],
    suggests: ({ person }) => `Accept or decline ${person}’s invitation. Either answer is better than none.`,
  },
  {
    code: 'high_without_step',
    title: 'No next step',
    category: 'Targets',
    weight: 92,
    act: 'open',
    finds: find.highWithoutStep,
    observes: (found) =>
      `${PluralizeCapitalized(found, 'high-value Target has', 'high-value Targets have')} no next step`,
    figure: (found) => atStake(found, 'projected, without a date', 'without a date'),
    suggests: ({ seen }) =>
      `Choose one small step for ${seen!.name} today, with a date. A call to ${seen!.who} is enough.`,
  },
  {
    code: 'overlap',
    title: 'Same company',
    category: 'Colleagues',
    weight: 88,
    act: 'join',
    finds: find.unansweredOverlaps,
    observes: (found) =>
      found.length === 1
        ? `${found[0]!.person} and you both pursue ${found[0]!.label}`
        : `${PluralizeCapitalized(found, 'of your Targets is', 'of your Targets are')} pursued by a colleague too`,
    figure: (found) => [
      String(found.length),
      found.length === 1 ? 'overlap without an answer' : 'overlaps without an answer',
    ],
    suggests: ({ person, label }) =>
      `Talk to ${person} before one of you calls ${label} again. You can ask to join from here.`,
  },
  {
    code: 'untouched',
    title: 'Not moved',
    category: 'Targets',
    weight: 84,
    act: 'open',
    finds: find.untouched,
    observes: (found) =>
      `${PluralizeCapitalized(found, 'Target has', 'Targets have')} had no touch or change for ${UNTOUCHED} days or more`,
    figure: (found) =>
      atStake(
        found,
        `projected, no touch or change for ${UNTOUCHED} days or more`,
        `without a touch or change for ${UNTOUCHED} days or more`,
      ),
    suggests: ({ seen }) => `Start with ${seen!.name}. Two lines to ${seen!.who} keep it alive.`,
  },
  {
    code: 'revenue_without_step',
    title: 'Revenue without a step',
    category: 'Targets',
    weight: 80,
    act: 'open',
    finds: find.revenueWithoutStep,
    observes: (found) =>
      `${PluralizeCapitalized(found, 'Target has', 'Targets have')} a projected revenue and no step that leads to it`,
    figure: (found) => [formatAmount(total(found)), 'projected, without a next step'],
    suggests: ({ seen }) => `What has to happen at ${seen!.name} first? Write it down as the next step.`,
  },
  {
    code: 'waiting_for_other',
    title: 'No answer yet',
    category: 'Colleagues',
    weight: 76,
    act: 'open',
    finds: find.waitingForOthers,
    observes: (found) =>
      found.length === 1
        ? `${found[0]!.person} hasn’t answered your invitation to ${found[0]!.label}`
        : `${PluralizeCapitalized(found, 'invitation of yours has', 'invitations of yours have')} no answer`,
    figure: (found) => [formatDays(found[0]!.weighs), 'since you shared it'],
    suggests: ({ person, label }) => `Ask ${person} in person, or go ahead with ${label} alone.`,
  },
  {
    code: 'acquaintance',
    title: 'A way in',
    category: 'Colleagues',
    weight: 72,
    act: 'open',
    finds: find.introductionPaths,
    observes: (found) =>
      found.length === 1
        ? `${found[0]!.person} has won work at ${found[0]!.label} before`
        : `Colleagues have won work at ${spellNumber(found.length)} companies you’re pursuing`,
    figure: (found) => atStake(found, 'projected at these companies', 'with someone you can ask'),
    suggests: ({ person, label }) => `Ask ${person} who is who at ${label} before your next step.`,
  },
  {
    code: 'silent_since_won',
    title: 'Quiet since won',
    category: 'Results',
    weight: 68,
    act: 'open',
    finds: find.silentSinceWon,
    observes: (found, { today }) =>
      found.length === 1
        ? `You won ${found[0]!.label} on ${formatDayShort(wonOn(found[0]!.seen!), today)}, and no touch or change has followed`
        : `${PluralizeCapitalized(found, 'client you won hasn’t', 'clients you won haven’t')} heard from you in six months`,
    figure: (found) => atStake(found, 'won there', 'without a Target now'),
    suggests: ({ seen }) =>
      `Ask ${seen!.who} how it is going. A client who is pleased is the shortest way to new work.`,
  },
  {
    code: 'lost_reason',
    title: 'Lost for the same reason',
    category: 'Results',
    weight: 64,
    atLeast: 2,
    act: 'open',
    finds: find.lostForOneReason,
    observes: (found) =>
      `${PluralizeCapitalized(found, 'Target was', 'Targets were')} lost for the same reason in ${QUARTER} days`,
    figure: (found) => [String(found.length), `lost: ${quoted(found[0]!.seen!.target.lostReason)}`],
    suggests: () => 'Look at what they had in common before the next proposal goes out.',
  },
  {
    code: 'worksheet',
    title: 'From worksheet to step',
    category: 'Learning',
    weight: 60,
    act: 'open',
    finds: find.worksheetsWithoutStep,
    observes: () => 'You filled in a worksheet but haven’t turned it into a step',
    figure: (found) => [
      String(found.length),
      found.length === 1 ? 'worksheet without a step' : 'worksheets without a step',
    ],
    suggests: ({ label }) => `Open your answers to ${quoted(label)} and turn one of them into a step.`,
  },
  {
    code: 'pace',
    title: 'Your pace',
    category: 'Results',
    weight: 56,
    act: 'open',
    finds: find.slowerPace,
    observes: ([now, before]) =>
      `You’ve done ${now!.value} this month, compared with ${before!.value} by this day last month`,
    figure: ([now, before]) => [`${Math.round((now!.weighs / before!.weighs) * 100)}%`, 'of last month’s pace'],
    suggests: () => 'Two short steps this week bring most of it back. Take the ones that need only a call.',
  },
  {
    code: 'pile',
    title: 'A full day',
    category: 'Steps',
    weight: 52,
    act: 'snooze',
    atLeast: MIN_OVERDUE,
    finds: find.fullDay,
    observes: (found) => `${PluralizeCapitalized(found, 'step falls', 'steps fall')} on the same ${found[0]!.value}`,
    figure: (found) => [String(found.length), `due on ${formatDay(found[0]!.seen!.step!.due)}`],
    suggests: ({ label }) => `Do ${label} a day early, or move what can wait.`,
  },
  {
    code: 'referral_quiet',
    title: 'Referral sources',
    category: 'Targets',
    weight: 48,
    act: 'open',
    finds: find.quietReferrals,
    observes: (found) =>
      `${PluralizeCapitalized(found, 'referral source has', 'referral sources have')} had no touch in six weeks`,
    figure: ([first]) => [formatDays(first!.weighs), sinceLastTouch(first!)],
    suggests: ({ seen }) => `Send ${seen!.who} something useful. It takes five minutes.`,
  },
  {
    code: 'source_quiet',
    title: 'Who sends you work',
    category: 'Targets',
    weight: 74,
    act: 'open',
    finds: find.quietSources,
    observes: (found) =>
      found.length === 1
        ? `${found[0]!.label} sent you ${spellNumber(found[0]!.sent!)} Targets, and ${found[0]!.isTouched ? `the last touch was ${formatDays(found[0]!.weighs)} ago` : 'no touch is logged'}`
        : `${SpellNumberCapitalized(found.length)} contacts who sent you Targets had no touch in three months`,
    figure: ([first]) => [
      formatDays(first!.weighs),
      first!.isTouched ? `since the last touch with ${first!.label}` : `since ${first!.label} last sent a Target`,
    ],
    suggests: ({ label }) => `Call ${label} this week, and ask whom you could send in return.`,
  },
  {
    code: 'a_year_on',
    title: 'A year on',
    category: 'Targets',
    weight: 44,
    act: 'open',
    finds: find.aYearOn,
    observes: (found) =>
      found.length === 1
        ? `You have pursued ${found[0]!.label} for ${found[0]!.weighs === 1 ? 'a year' : found[0]!.value}`
        : `${PluralizeCapitalized(found, 'Target turns', 'Targets turn')} a year older this week`,
    figure: (found) => [found[0]!.value, `since ${formatDay(dayOf(found[0]!.seen!.target.created))}`],
    suggests: ({ label }) => `Is ${label} worth another year? Set the next step, or put it on hold.`,
  },
  {
    code: 'on_hold',
    title: 'On hold',
    category: 'Targets',
    weight: 40,
    act: 'open',
    finds: find.longOnHold,
    observes: (found) => `${PluralizeCapitalized(found, 'Target has', 'Targets have')} been on hold for three months`,
    figure: (found) => atStake(found, 'projected, on hold', 'on hold'),
    suggests: ({ label }) => `Pursue ${label} again, or let it go. Either one clears your list.`,
  },
  {
    code: 'nothing_new',
    title: 'Nothing new',
    category: 'Targets',
    weight: 36,
    act: 'open',
    finds: find.nothingNew,
    observes: ([last]) => `You haven’t started a new Target in ${formatDays(last!.weighs)}`,
    figure: ([last]) => [formatDays(last!.weighs), 'since the last new Target'],
    suggests: () => 'Think of one person you spoke with this week who could use your help, and write the name down.',
  },
  {
    code: 'on_time',
    title: 'On time',
    category: 'Results',
    weight: 32,
    atLeast: STREAK_WEEKS,
    act: 'open',
    finds: find.onTimeInARow,
    observes: (found) => `${SpellNumberCapitalized(found.length)} steps done on time in a row`,
    figure: (found) => [String(found.length), 'steps on or before their date'],
    suggests: () => 'Keep the rhythm: choose the next step the moment one is done.',
  },
]

/** Without a touch, all that is known is when the target changed. */
const sinceLastTouch = ({ seen, label }: RuleMatch): string =>
  seen!.sinceTouch === null
    ? `since ${label} last changed, and no touch is logged`
    : `since anyone was last in touch with ${label}`

const total = (found: readonly RuleMatch[]) => found.reduce((sum, { amount }) => sum + worth(amount), 0)

/** Returns the sum of the amounts, or the count if there are no amounts. */
function atStake(found: readonly RuleMatch[], ofAmounts: string, ofCount: string): [string, string] {
  const amount = total(found)
  return amount > 0
    ? [formatAmount(amount), ofAmounts]
    : [String(found.length), `${found.length === 1 ? 'Target' : 'Targets'} ${ofCount}`]
}
