// Parses the quick line: 'Jane Doe @ Acme - lunch Tue - prospect H' becomes the fields of a new target. Pure. Never
// throws or loses a word.
// ' - ' separates parts. In a line without dashes, ';', ' / ', or commas do. The first part is contact @ company, or
// only a company. A role can follow the contact in parentheses. A part of only known words (type, value, day, amount,
// role) sets those fields. Everything else is the step, from which a day, an amount with $, and an email are also
// extracted. A repeated field stays in the step. '#proposal' is a stage anywhere.
import type { FirmStage } from '#core/contract/stages.ts'
import type { TargetValue, Type } from '../contract.ts'
import { bare, quickAmount } from './quickAmount.ts'
import { dueIn } from './quickDue.ts'
import type { QuickField, QuickLine } from './quickFields.ts'
import { type QuickStage, stageIn } from './quickStage.ts'

const separators = new Set(['-', '–', '—', '|'])
const types: Record<string, Type> = {
  client: 'client',
  prospect: 'prospect',
  referral: 'refsource',
  'referral source': 'refsource',
  refsource: 'refsource',
}
const values: Record<string, TargetValue> = {
  l: 'L',
  low: 'L',
  m: 'M',
  med: 'M',
  medium: 'M',
  h: 'H',
  high: 'H',
}

/** `today` is the firm's day, 'YYYY-MM-DD'. `roles` are the firm's roles of contacts, `stages` its stages. */
export function readQuickLine(
  line: string,
  today: string,
  roles: readonly string[] = [],
  stages: readonly Pick<FirmStage, 'id' | 'name'>[] = [],
): QuickLine {
  const staged = stageIn(line, stages)
  const parts = partsOf(withDashes(staged?.rest ?? line, today, roles))
  const found = new Found(today, roles)
  if (staged) found.readStage(staged)
  const [who = [], ...others] = parts
  found.readWho(who, others.length === 0)
  for (const part of others) found.readPart(part)
  return found.result()
}

function withDashes(line: string, today: string, roles: readonly string[]): string {
  if (line.split(/\s+/).some((word) => separators.has(word)) || /[\r\n]/.test(line)) return line
  if (/;\s/.test(line)) return line.replace(/;\s+/g, ' - ')
  if (/\s\/\s/.test(line)) return line.replace(/\s\/\s/g, ' - ')
  // A comma before 'Inc.' is part of the name.
  const parts = line.split(/,\s+(?!(?:inc|llc|llp|lp|ltd|co|corp|plc|gmbh|pc|pllc|jr|sr)\b)/i)
  // A firm's name can contain commas. They separate parts only if text after one is recognized.
  const isUnderstood = parts.slice(1).some((part) => {
    const found = new Found(today, roles)
    found.readPart(part.trim().split(/\s+/))
    return found.hasMoreThanStep()
  })
  return isUnderstood ? parts.join(' - ') : line
}

/** Splits the line into the words of each part. Newlines separate like dashes. */
function partsOf(line: string): string[][] {
  const parts: string[][] = [[]]
  for (const word of line.replace(/[\r\n]+/g, ' - ').split(/\s+/)) {
    if (separators.has(word)) parts.push([])
    else if (word !== '') parts.at(-1)!.push(word)
  }
  return parts.filter((words) => words.length > 0)
}

/** A known item at the start of some words: the number of words, and a function that stores it. */
type Known = { field: QuickField; length: number; take: () => void }

class Found {
  private readonly said: Partial<Record<QuickField, string[]>> = {}
  private readonly steps: string[] = []
  private contact: string[] = []
  private company: string[] = []
  private email = ''
  private role = ''
  private due: string | null = null
  private type: Type | null = null
  private value: TargetValue | null = null
  private amount: number | null = null
  private goal = ''
  private note = ''
  private stage = ''
  private readonly today: string
  private readonly roles: readonly string[]

  constructor(today: string, roles: readonly string[]) {
    this.today = today
    this.roles = roles
  }

  readStage({ id, word }: Pick<QuickStage, 'id' | 'word'>) {
    this.stage = id
    this.say('stage', [word])
  }

  /** Contact @ company. If nothing follows, known words at its end aren't part of the name. */
  readWho(given: readonly string[], isAlone: boolean) {
    let words = this.withoutRole(this.withoutEmail(given))
    if (isAlone) words = this.withoutTail(words)
    const at = words.findIndex((word) => word.startsWith('@'))
    const before = at < 0 ? [] : words.slice(0, at)
    const after = at < 0 ? words : [words[at]!.slice(1), ...words.slice(at + 1)].filter(Boolean)
    this.contact = before
    this.company = after
    this.say('contact', before)
    this.say('company', at < 0 ? words : words.slice(at))
  }

  readPart(given: readonly string[]) {
    const named = /^(goal|objective|note):(.*)$/i.exec(given[0]!)
    if (named && this.readNamed(named[1]!.toLowerCase(), named[2]!, given)) return
    if (this.readAttributes(given)) return
    const words = this.withoutLetter(this.withoutDue(this.withoutMoney(this.withoutEmail(given))))
    if (words.length === 0) return
    this.steps.push(words.join(' '))
    this.say('step', words)
  }

  hasMoreThanStep(): boolean {
    return Object.keys(this.said).some((field) => field !== 'step')
  }

  result(): QuickLine {
    return {
      contact: this.contact.join(' '),
      company: this.company.join(' '),
      contact_email: this.email,
      contact_role: this.role,
      step: this.steps.join(' - '),
      due: this.due,
      type: this.type,
      value: this.value,
      projected_revenue: this.amount,
      goal: this.goal,
      note: this.note,
      stage: this.stage,
      said: this.said,
    }
  }

  // — parts of a part ————————————————————————————————————————————————————————————————————————————

  private say(field: QuickField, words: readonly string[]) {
    if (words.length > 0) this.said[field] = [...(this.said[field] ?? []), ...words]
  }

  /** Reads 'goal: win the audit' or 'note: met at the fair'. */
  private readNamed(name: string, rest: string, given: readonly string[]): boolean {
    const field = name === 'note' ? 'note' : 'goal'
    const text = [rest, ...given.slice(1)].filter(Boolean).join(' ')
    if (this[field] !== '' || text === '') return false
    this[field] = text
    this.say(field, given)
    return true
  }

  /** Reads a part that consists only of known words, or nothing. */
  private readAttributes(given: readonly string[]): boolean {
    const taken: Known[] = []
    for (let i = 0; i < given.length; ) {
      const known = this.knownAt(given, i, true)
      if (!known || taken.some(({ field }) => field === known.field)) return false
      taken.push(known)
      i += known.length
    }
    for (const { take } of taken) take()
    return true
  }

  private knownAt(words: readonly string[], i: number, isAlone: boolean): Known | undefined {
    return (
      this.emailAt(words, i) ??
      this.dueAt(words, i, isAlone) ??
      this.typeAt(words, i) ??
      this.roleAt(words, i) ??
      this.figureAt(words, i)
    )
  }

  private emailAt(words: readonly string[], i: number): Known | undefined {
    const plain = bare(words[i]!).replace(/^[<(]|[>)]$/g, '')
    if (this.email !== '' || !/^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]{2,}$/.test(plain)) return undefined
    return this.known('contact_email', words.slice(i, i + 1), () => {
      this.email = plain
    })
  }

  private dueAt(words: readonly string[], i: number, isAlone: boolean): Known | undefined {
    const due = this.due === null ? dueIn(words, i, this.today, isAlone) : null
    return due
      ? this.known('due', words.slice(i, i + due.length), () => {
          this.due = due.day
        })
      : undefined
  }

  private typeAt(words: readonly string[], i: number): Known | undefined {
    for (const length of [2, 1]) {
      const name = words
        .slice(i, i + length)
        .map(bare)
        .join(' ')
        .toLowerCase()
      const type = Object.hasOwn(types, name) ? types[name] : undefined
      if (type && this.type === null && i + length <= words.length)
        return this.known('type', words.slice(i, i + length), () => {
          this.type = type
        })
    }
    return undefined
  }

  private roleAt(words: readonly string[], i: number): Known | undefined {
    // Only a contact has a role.
    if (this.role !== '' || this.contact.length === 0) return undefined
    for (const role of this.roles) {
      const { length } = role.split(/\s+/)
      const said = words.slice(i, i + length)
      if (said.map(bare).join(' ').toLowerCase() !== role.toLowerCase()) continue
      return this.known('contact_role', said, () => {
        this.role = role
      })
    }
    return undefined
  }

  private figureAt(words: readonly string[], i: number): Known | undefined {
    const word = words[i]!
    const value = Object.hasOwn(values, bare(word).toLowerCase()) ? values[bare(word).toLowerCase()] : undefined
    if (value && this.value === null)
      return this.known('value', [word], () => {
        this.value = value
      })
    const amount = this.amount === null ? quickAmount(word) : null
    return amount === null
      ? undefined
      : this.known('projected_revenue', [word], () => {
          this.amount = amount
        })
  }

  private known(field: QuickField, words: readonly string[], take: () => void): Known {
    const both = () => {
      take()
      this.say(field, words)
    }
    return { field, length: words.length, take: both }
  }

  private withoutEmail(words: readonly string[]): string[] {
    return words.filter((_, i) => {
      const email = this.emailAt(words, i)
      email?.take()
      return !email
    })
  }

  /** Takes a role in parentheses, as in 'Jane Doe (decision maker)'. */
  private withoutRole(words: readonly string[]): string[] {
    const from = words.findIndex((word) => word.startsWith('('))
    const to = words.findIndex((word, i) => i >= from && word.endsWith(')'))
    const at = words.findIndex((word) => word.startsWith('@'))
    if (from < 1 || to < from || at < to) return [...words]
    const inside = words.slice(from, to + 1)
    const named = inside.map((word) => word.replace(/^\(|\)$/g, ''))
    const role = this.roles.find((one) => one.toLowerCase() === named.join(' ').toLowerCase())
    if (role === undefined) return [...words]
    this.role = role
    this.say('contact_role', inside)
    return [...words.slice(0, from), ...words.slice(to + 1)]
  }

  private withoutMoney(words: readonly string[]): string[] {
    return words.filter((word) => {
      const amount = word.startsWith('$') && this.amount === null ? quickAmount(word) : null
      if (amount === null) return true
      this.amount = amount
      this.say('projected_revenue', [word])
      return false
    })
  }

  /** Takes a day with 'by', 'on', or 'due' before any other, otherwise the first one. */
  private withoutDue(words: readonly string[]): readonly string[] {
    const days = words.flatMap((word, i) => {
      const known = this.dueAt(words, i, words.length === 1)
      return known ? [{ known, i, isMarked: /^(by|on|due)$/i.test(word) }] : []
    })
    const chosen = days.find(({ isMarked }) => isMarked) ?? days[0]
    if (!chosen) return words
    chosen.known.take()
    return [...words.slice(0, chosen.i), ...words.slice(chosen.i + chosen.known.length)]
  }

  /** A capital H, M, or L at the end of a step is its value. */
  private withoutLetter(words: readonly string[]): readonly string[] {
    const last = words.at(-1)
    if (words.length < 2 || this.value !== null || !/^[HML]$/.test(last ?? '')) return words
    this.value = last as TargetValue
    this.say('value', [last!])
    return words.slice(0, -1)
  }

  /** Takes known words from the end of a name, as long as a name remains. */
  private withoutTail(given: readonly string[]): string[] {
    let words = [...given]
    for (;;) {
      const known = [3, 2, 1]
        .filter((length) => words.length - length >= 1 && words[words.length - length - 1] !== '@')
        .map((length) => ({ length, found: this.knownAt(words, words.length - length, false) }))
        .find(({ length, found }) => found?.length === length)
      if (!known) return words
      known.found!.take()
      words = words.slice(0, -known.length)
    }
  }
}
