// Chooses the cards of one person's morning: which rules apply, in which order, and which findings stay silent. Pure.
import { formatAmount } from '#core/contract/money.ts'
import { type Because, type CardAct, cardLimits } from './contract.ts'
import { type FactSources, type PipelineFacts, pipelineFacts } from './facts.ts'
import type { RuleMatch } from './findings.ts'
import { type Rule, rules } from './rules.ts'

/** A card that isn't stored yet. */
export type CardDraft = {
  code: string
  title: string
  category: string
  observation: string
  data_value: string
  data_label: string
  suggestion: string
  because: Because[]
  act: CardAct
  target_id: string | null
  path: string | null
  keys: string[]
}

/** A person's recent cards from one rule, and their ratings of it. */
export type Past = {
  /** Keys of the findings reported in the last 14 days. */
  silent: ReadonlySet<string>
  useful: number
  useless: number
}

/** Most figures that a card stores. Beyond that it shows how many there are. */
const KEPT = 50

/** Returns at most `perDay` cards, the heaviest first. Each target is in at most one of them. */
export function cardsOf(told: FactSources, past: ReadonlyMap<string, Past>): CardDraft[] {
  const facts = pipelineFacts(told)
  const order = rules
    .map((rule) => ({ rule, weight: rule.weight * feedbackWeight(past.get(rule.code)) }))
    .sort((a, b) => b.weight - a.weight)
  const spoken = new Set<string>()
  const cards: CardDraft[] = []
  for (const { rule } of order) {
    if (cards.length === cardLimits.perDay) break
    const { found, elsewhere } = newsOf(rule, facts, past.get(rule.code)?.silent, spoken)
    if (found.length < (rule.atLeast ?? 1)) continue
    for (const { seen } of found) if (seen) spoken.add(seen.target.id)
    cards.push(cardOf(rule, { found, elsewhere }, facts))
  }
  return cards
}

/**
 * Multiplies a rule's weight by 0.6 for each 'not useful' and by 1.25 for each 'useful'. The result never reaches 0, so
 * no rule is silenced permanently.
 */
export const feedbackWeight = (past: Pick<Past, 'useful' | 'useless'> | undefined): number =>
  past ? Math.min(2, Math.max(0.05, 0.6 ** past.useless * 1.25 ** past.useful)) : 1

type News = {
  found: RuleMatch[]
  /** Number of findings that another card of this morning already covers. */
  elsewhere: number
}

/**
 * Returns the findings of a rule, except those reported in the last days and Targets that another card of this morning
 * covers.
 */
function newsOf(
  rule: Rule,
  facts: PipelineFacts,
  silent: ReadonlySet<string> | undefined,
  told: ReadonlySet<string>,
): News {
  const all = rule.finds(facts).filter(({ key }) => !silent?.has(key))
  const found = all.filter(({ seen }) => !(seen && told.has(seen.target.id)))
  return { found, elsewhere: all.length - found.length }
}

function cardOf(rule: Rule, { found, elsewhere }: News, facts: PipelineFacts): CardDraft {
  const first = found[0]!
  const [data_value, data_label] = rule.figure(found, facts)
  const longest = Math.max(...found.map(({ weighs }) => weighs), 1)
  return {
    code: rule.code,
    title: rule.title,
    category: rule.category,
    observation: rule.observes(found, facts),
    data_value,
    data_label,
    suggestion: inSentence(rule.suggests(first)),
    because: [
      ...found.slice(0, KEPT).map(({ label, value, amount, weighs, seen }) => ({
        label,
        value,
        amount: formatAmount(amount),
        size: weighs / longest,
        ...(seen && { target_id: seen.target.id }),
      })),
      ...(found.length > KEPT ? [inWords(`${found.length - KEPT} more`)] : []),
      ...(elsewhere > 0 ? [inWords(`${elsewhere} more on another card`)] : []),
    ],
    act: rule.act,
    target_id: first.seen?.target.id ?? null,
    path: first.path ?? null,
    keys: [...new Set(found.map(({ key }) => key))],
  }
}

const inWords = (label: string): Because => ({ label, value: '', amount: '', size: 0 })

/** A name can end with a period, as in 'Start with Acme, Inc.' */
const inSentence = (text: string) => text.replaceAll('..', '.')
