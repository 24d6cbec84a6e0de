// Finds the stage of the firm that a value of a file names, by its own name or by one that common systems use for it. Pure.
import type { Stages } from '#core/contract/stages.ts'
import { valueKey } from './cells.ts'

/** Ignores case, spaces, and punctuation: 'Proposal / Price Quote' and 'proposal/price quote' are equal. */
const stageKey = (name: string) => valueKey(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Names for the same stage. Sources: those of aliases.ts, and the stages that a new firm is offered. */
const sameStage: ReadonlySet<string>[] = [
  'Identified; Prospecting; Prospect; Lead; Lead In; New; New Lead',
  'Talking; In Discussion; Discussion; Contacted; Contact Made; Connected; Working - Contacted; Appointment Scheduled',
  'Scoping; Discovery; Needs Analysis; Qualification; Qualified; Qualify; 1-Qualify; Develop; 2-Develop; Qualified To Buy',
  'Proposal; Proposal/Price Quote; Proposal Made; Proposal Sent; Proposed; Propose; 3-Propose; Quote; Quoted; Pitch',
  'Negotiation; Negotiating; Negotiation/Review; Negotiations; Negotiations Started; In Negotiation',
  'Agreed; Verbal; Verbal Agreement; Verbally Agreed; Verbal Commitment; Committed; Contract Sent; Decision Maker Bought-In',
].map((names) => new Set(names.split('; ').map(stageKey)))

/** Returns the ID of the only stage with this name, or of the only one that is called the same elsewhere, or null. */
export function stageNamed(value: string, { inOrder }: Pick<Stages, 'inOrder'>): string | null {
  const key = stageKey(value)
  if (key === '') return null
  const own = inOrder.filter(({ name }) => stageKey(name) === key)
  const same = sameStage.find((names) => names.has(key))
  const found = own.length > 0 ? own : inOrder.filter(({ name }) => same?.has(stageKey(name)))
  return found.length === 1 ? found[0]!.id : null
}

/** True for words that say that there is no stage. */
export const isNoStage = (value: string): boolean =>
  /^(none|no stage|no|n\/?a|null|unknown|not set|[-–—]+)$/.test(valueKey(value))
