// Nouns of the Tracker: what a target is. What is done with it stands by idea: entering, steps, outcome, sharing, … No rules: those are in actions.ts.
import { z } from 'zod'
import { day, optionalEmail, requiredText, stamp, text } from '#core/contract/fields.ts'
import { amount } from '#core/contract/money.ts'
import { defineCollection } from '#core/sync/collection.ts'

export const Status = z.enum(['active', 'archived', 'completed', 'lost', 'deleted'])
export type Status = z.infer<typeof Status>
export const Bucket = z.enum(['overdue', 'soon', 'later'])
export type Bucket = z.infer<typeof Bucket>
export const Value = z.enum(['L', 'M', 'H'], { error: 'Please complete this field' })
export type Value = z.infer<typeof Value>
export const Type = z.enum(['client', 'prospect', 'refsource'], { error: 'Please complete this field' })
export type Type = z.infer<typeof Type>
export const Phase = z.enum(['pursuing', 'reactivated'])
export type Phase = z.infer<typeof Phase>
export const ShareState = z.enum(['pending', 'no', 'revoked', 'rejected', 'accepted'])
export type ShareState = z.infer<typeof ShareState>
export const statusTerm: Record<Status, string> = {
  active: 'Pursuing',
  archived: 'On Hold',
  completed: 'Won',
  lost: 'Lost',
  deleted: 'Recently Deleted',
}
export const valueTerm: Record<Value, string> = { L: 'Low', M: 'Medium', H: 'High' }
export const typeTerm: Record<Type, string> = { client: 'Client', prospect: 'Prospect', refsource: 'Referral Source' }

/** Limits of the specification, section 9. */
export const limits = {
  company: 100,
  contact: 100,
  phone: 100,
  goal: 250,
  step: 250,
  help: 1000,
  noteInForm: 300,
  note: 1000,
  lostReason: 250,
  search: 100,
} as const
export const DEFAULT_STEP = 'Identify next steps'
/** It stands where a step is to come: it is no step itself, so that it earns nothing and counts nowhere. */
export const isPlaceholder = ({ description }: { description: string }): boolean => description === DEFAULT_STEP
/** Days until a step is due where nobody chose a date. */
export const DEFAULT_DUE_DAYS = 7

type PlainField = {
  label: string
  /** In the middle of a sentence, where it isn't the label in small letters. */
  word?: string
  kind: 'words' | 'choice' | 'amount' | 'switch'
  /** In the table `targets`, where it isn't called as here. */
  column?: string
  /** As it is kept and sent. */
  fact: z.ZodType
  /** As it is typed, with limits and messages. */
  input: z.ZodType
  /** Of a target for which nothing was given; without it something has to be. */
  initial?: string | null | boolean
  /** Where it stands on the screen and in the CSV file is said there; any other follows at the end of its kind. */
  isPlaced?: true
}
const plain = <const F extends PlainField>(field: F) => field
const someWords = { kind: 'words', fact: z.string() } as const

/**
 * What is typed of a target. From here follow its shape and its inputs, the SQL that keeps it, forms, facts, search, the words of
 * its history, the CSV file and the columns of an import; only database/functions/target_view.sql says it once more.
 */
export const plainFields = {
  company: plain({ ...someWords, label: 'Company', input: text(limits.company), initial: '', isPlaced: true }),
  contact: plain({ ...someWords, label: 'Contact', input: text(limits.contact), initial: '', isPlaced: true }),
  contact_email: plain({ ...someWords, label: 'E-mail', input: optionalEmail, initial: '', isPlaced: true }),
  contact_phone: plain({ ...someWords, label: 'Phone', input: text(limits.phone), initial: '', isPlaced: true }),
  type: plain({ kind: 'choice', label: 'Type', fact: Type, input: Type, isPlaced: true }),
  value: plain({ kind: 'choice', label: 'Value', fact: Value, input: Value, isPlaced: true }),
  goal: plain({ ...someWords, label: 'Objective', input: requiredText(limits.goal), isPlaced: true }),
  projected_revenue: plain({
    kind: 'amount',
    label: 'Projected revenue',
    fact: amount.nullable(),
    input: amount.nullable(),
    initial: null,
    isPlaced: true,
  }),
  private: plain({
    kind: 'switch',
    label: 'Private',
    word: 'privacy',
    column: 'is_private',
    fact: z.boolean(),
    input: z.boolean(),
    initial: false,
    isPlaced: true,
  }),
}
type PlainFields = typeof plainFields
export type PlainName = keyof PlainFields
/** Those that are words, as they are typed. */
export type WordsName = { [N in PlainName]: PlainFields[N]['kind'] extends 'words' ? N : never }[PlainName]

export const plainNames = Object.keys(plainFields) as PlainName[]
export const fieldOf = (name: PlainName): PlainField => plainFields[name]
export const labelOf = (name: PlainName) => fieldOf(name).label
export const wordOf = (name: PlainName) => fieldOf(name).word ?? labelOf(name).toLowerCase()
export const isOptional = (name: PlainName) => fieldOf(name).initial !== undefined
export const wordsNames = plainNames.filter((name) => fieldOf(name).kind === 'words') as WordsName[]
/** Words that no screen places by itself. */
export const furtherNames = wordsNames.filter((name) => !fieldOf(name).isPlaced)
/** The same of each field that is words. */
export const ofWords = <T>(of: (name: WordsName) => T) =>
  Object.fromEntries(wordsNames.map((name) => [name, of(name)])) as Record<WordsName, T>

/** Where nothing is typed. */
export const noWords = ofWords(() => '')

/** One part of each field, by the field's name. */
export const plainParts = <P extends 'label' | 'fact' | 'input'>(part: P) =>
  Object.fromEntries(plainNames.map((name) => [name, plainFields[name][part]])) as {
    [N in PlainName]: PlainFields[N][P]
  }

/** The person who changed something. */
const Doer = { by: z.string(), name: z.string() }
/** Who last changed a field, and what they wrote over without having seen it. */
export const Edit = z.object({
  ...Doer,
  /** ISO instant. */
  at: z.string(),
  over: z
    .object({
      /** As the field holds it; of a step `{description, due, help}`. */
      value: z.unknown(),
      /** Whose it was: '' and null where that is not known. */
      ...Doer,
      at: z.string().nullable(),
      /** Who wrote over it. */
      later: z.object({ ...Doer, at: z.string() }),
    })
    .optional(),
})
export type Edit = z.infer<typeof Edit>
export type Over = NonNullable<Edit['over']>

/** A step. One is open at a time per person on the target. */
export const Task = z.object({
  id: z.string(),
  tile_id: z.string(),
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  description: z.string(),
  help: z.string(),
  /** '' where it is hidden: from a person who is invited and has not answered. */
  due: z.union([day, z.literal('')]),
  done: z.enum(['incomplete', 'done']),
  created: stamp,
  completed: stamp.nullable(),
  /** Of its due date, or of the step that it came in place of. Not in copies that older versions left. */
  edit: Edit.nullable().optional(),
})
export type Task = z.infer<typeof Task>

export const Note = z.object({
  id: z.string(),
  user_id: z.string(),
  target_id: z.string(),
  note: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created: stamp,
  modified: stamp,
  /** The person's alone. Not in copies that older versions left. */
  edit: Edit.nullable().optional(),
})
export type Note = z.infer<typeof Note>

export const Collaborator = z.object({
  user_id: z.string(),
  /** '0' stands for the owner; otherwise the share's id, later ones larger. */
  share_id: z.string(),
  from_id: z.string(),
  owner_id: z.string(),
  response: z.enum(['pending', 'accepted', 'rejected', 'revoked']),
  responded: stamp.nullable(),
  role: z.enum(['initiator', 'owner', 'collaborator']),
  first_name: z.string(),
  last_name: z.string(),
  from_first_name: z.string(),
  from_last_name: z.string(),
})
export type Collaborator = z.infer<typeof Collaborator>

/** Colleagues who pursue the same company or person, or, with `asks`, who want to take part in this target. */
export const Overlap = z.object({
  /** Company and contact of their target; of an ask, the company they had in mind. */
  target: z.string(),
  members: z.array(z.string()),
  asks: z.enum(['join', 'introduction']).optional(),
  /** Of an ask: the person who asks. */
  from: z.string().optional(),
})
export type Overlap = z.infer<typeof Overlap>

/** What the last status change or step replaced, so that it can really be taken back. */
export const Undo = z.object({
  /** The idempotency key of the action that can be undone, and who took it. */
  key: z.string(),
  user_id: z.string(),
  status: Status,
  phase: Phase,
  completed: stamp.nullable(),
  deleted: stamp.nullable(),
  revenue: amount.nullable(),
  lostReason: z.string(),
  /** Steps this action made, to be removed, and those it changed or dropped, as they were. */
  made: z.array(z.string()),
  were: z.array(Task),
})
export type Undo = z.infer<typeof Undo>

/** When this person wants to be reminded of a step of theirs. Counts while that step is open: see `reminderOf`. */
export const Reminder = z.object({ task_id: z.string(), at: z.string() })
export type Reminder = z.infer<typeof Reminder>

/** The facts of a target as one person sees it. Stored on the device; decisions work on it. */
export const Target = z.object({
  id: z.string(),
  /** Whose view this is: `due`, `note` and `shared` are this person's. */
  user_id: z.string(),
  owner_id: z.string(),
  owner: z.string(),
  ...plainParts('fact'),
  status: Status,
  phase: Phase,
  /** The day this person's open step is due; null without an open step. */
  due: day.nullable(),
  created: stamp,
  /** True where no one knows when it was created, as of an import without dates: `created` is the latest day on which it can have been. */
  undated: z.boolean().optional(),
  modified: stamp,
  completed: stamp.nullable(),
  deleted: stamp.nullable(),
  revenue: amount.nullable(),
  lostReason: z.string(),
  shared: ShareState,
  tasks: z.array(Task),
  collaborators: z.array(Collaborator),
  overlaps: z.array(Overlap),
  notes: z.array(Note),
  /** This person's own note. */
  note: z.string(),
  undo: Undo.nullable(),
  /** The last change of each field that was changed, by the field's name. Not in copies that older versions left. */
  edits: z.record(z.string(), Edit).optional(),
  /** Not in copies that older versions left. */
  reminder: Reminder.nullable().optional(),
  /** On the device only: not known to the server yet, or refused by it. */
  isTemp: z.boolean().optional(),
  error: z.string().optional(),
})
export type Target = z.infer<typeof Target>

/** What is pursued comes first; what is over, right after it. */
export const targets = defineCollection<Target>({
  name: 'targets',
  row: Target,
  statuses: { first: ['active', 'archived', 'completed'], later: ['lost', 'deleted'] },
})

/** A target with the words and figures that follow from its facts and from today: what the API answers and screens show. */
export const Tile = Target.extend({
  typeterm: z.string(),
  valueterm: z.string(),
  statusterm: z.string(),
  bucket: Bucket.nullable(),
  completed_formatted: z.string(),
  projected_revenue_formatted: z.string(),
  revenue_formatted: z.string(),
})
export type Tile = z.infer<typeof Tile>
