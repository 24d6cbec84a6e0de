// Types of the Tracker. Actions are grouped by area: entering, steps, outcome, sharing, … Rules are in actions.ts.
import { z } from 'zod'
import { day, optionalEmail, requiredText, stamp, text } from '#core/contract/fields.ts'
import { amount } from '#core/contract/money.ts'
import { CameFrom } from '#core/contract/referrals.ts'
import { ExpectedClose, OwnChance } from '#core/contract/stages.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { TargetContact } from '#features/contacts/contract.ts'

export const Status = z.enum(['active', 'archived', 'completed', 'lost', 'deleted'])
export type Status = z.infer<typeof Status>
export const Bucket = z.enum(['overdue', 'soon', 'later'])
export type Bucket = z.infer<typeof Bucket>
export const TargetValue = z.enum(['L', 'M', 'H'], { error: 'Please complete this field' })
export type TargetValue = z.infer<typeof TargetValue>
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
export const valueTerm: Record<TargetValue, string> = { L: 'Low', M: 'Medium', H: 'High' }
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
/** The placeholder stands in for a missing step. It isn't a step, so it earns no points and isn't counted. */
export const isPlaceholder = ({ description }: { description: string }): boolean => description === DEFAULT_STEP
/** Days until a step is due if no date was chosen. */
export const DEFAULT_DUE_DAYS = 7

type PlainField = {
  label: string
  /** Name inside a sentence if it isn't the label in lowercase. */
  word?: string
  kind: 'words' | 'choice' | 'amount' | 'switch' | 'close' | 'chance' | 'source'
  /** Column of `targetEndpoints` if it has another name. */
  column?: string
  /** Schema for storage and the API. */
  fact: z.ZodType
  /** Schema for form input, with limits and messages. */
  input: z.ZodType
  /** Value if none was given. Without it, the field is required. */
  initial?: string | null | boolean
  /** Placed explicitly on the screen and in CSV. Others follow at the end of their kind. */
  isPlaced?: true
}
const plain = <const F extends PlainField>(field: F) => field
const someWords = { kind: 'words', fact: z.string() } as const

/**
 * Typed fields, from which schemas, inputs, SQL, forms, search, history, CSV, and import columns are derived. Only
 * database/functions/target_view.sql repeats them.
 */
export const plainFields = {
  company: plain({ ...someWords, label: 'Company', input: text(limits.company), initial: '', isPlaced: true }),
  contact: plain({ ...someWords, label: 'Contact', input: text(limits.contact), initial: '', isPlaced: true }),
  contact_email: plain({ ...someWords, label: 'Email', input: optionalEmail, initial: '', isPlaced: true }),
  contact_phone: plain({ ...someWords, label: 'Phone', input: text(limits.phone), initial: '', isPlaced: true }),
  type: plain({ kind: 'choice', label: 'Type', fact: Type, input: Type, isPlaced: true }),
  value: plain({ kind: 'choice', label: 'Value', fact: TargetValue, input: TargetValue, isPlaced: true }),
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
  // Missing in copies from older versions. Shown with `stagesFlag`.
  expected_close: plain({
    kind: 'close',
    label: 'Expected close',
    fact: ExpectedClose.nullable().optional(),
    input: ExpectedClose.nullable(),
    initial: null,
    isPlaced: true,
  }),
  chance: plain({
    kind: 'chance',
    label: 'Chance',
    fact: OwnChance.nullable().optional(),
    input: OwnChance.nullable(),
    initial: null,
    isPlaced: true,
  }),
  // Missing in copies from older versions. Shown with `referralsFlag`.
  came_from: plain({
    kind: 'source',
    label: 'Came from',
    word: 'who it came from',
    fact: CameFrom.nullable().optional(),
    input: CameFrom.nullable(),
    initial: null,
    isPlaced: true,
  }),
}
type PlainFields = typeof plainFields
export type PlainName = keyof PlainFields
export type WordsName = { [N in PlainName]: PlainFields[N]['kind'] extends 'words' ? N : never }[PlainName]

export const plainNames = Object.keys(plainFields) as PlainName[]
export const fieldOf = (name: PlainName): PlainField => plainFields[name]
export const targetLabel = (name: PlainName) => fieldOf(name).label
export const typeLabel = (name: PlainName) => fieldOf(name).word ?? targetLabel(name).toLowerCase()
export const isOptional = (name: PlainName) => fieldOf(name).initial !== undefined
export const wordsNames = plainNames.filter((name) => fieldOf(name).kind === 'words') as WordsName[]
/** Text fields that no screen places explicitly. */
export const furtherNames = wordsNames.filter((name) => !fieldOf(name).isPlaced)
export const ofWords = <T>(of: (name: WordsName) => T) =>
  Object.fromEntries(wordsNames.map((name) => [name, of(name)])) as Record<WordsName, T>

export const noWords = ofWords(() => '')

export const plainParts = <P extends 'label' | 'fact' | 'input'>(part: P) =>
  Object.fromEntries(plainNames.map((name) => [name, plainFields[name][part]])) as {
    [N in PlainName]: PlainFields[N][P]
  }

const MutationActor = { by: z.string(), name: z.string() }
/** Author of a field's last change, and the unseen value they overwrote. */
export const Edit = z.object({
  ...MutationActor,
  /** ISO instant. */
  at: z.string(),
  over: z
    .object({
      /** Value as the field holds it, for a step `{description, due, help}`. */
      value: z.unknown(),
      /** Author of the overwritten value, '' and null if unknown. */
      ...MutationActor,
      at: z.string().nullable(),
      /** Author of the change that overwrote it. */
      later: z.object({ ...MutationActor, at: z.string() }),
    })
    .optional(),
})
export type Edit = z.infer<typeof Edit>
export type EditConflictView = NonNullable<Edit['over']>

/** A step. Each person on a target has at most one open. */
export const Task = z.object({
  id: z.string(),
  tile_id: z.string(),
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  description: z.string(),
  help: z.string(),
  /** '' if hidden from an invited person who hasn't responded. */
  due: z.union([day, z.literal('')]),
  done: z.enum(['incomplete', 'done']),
  created: stamp,
  completed: stamp.nullable(),
  /** Change of its due date, or of the step it replaced. Missing in older copies. */
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
  /** Last change by the note's author. Missing in copies from older versions. */
  edit: Edit.nullable().optional(),
})
export type Note = z.infer<typeof Note>

export const Collaborator = z.object({
  user_id: z.string(),
  /** '0' is the owner. Otherwise the share's ID, larger for later shares. */
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

/** Colleagues with the same company or person, or with `asks`, who want to join. */
export const Overlap = z.object({
  /** Company and contact of their target. For a request, the company they had in mind. */
  target: z.string(),
  members: z.array(z.string()),
  asks: z.enum(['join', 'introduction']).optional(),
  /** ID of the person who asks. */
  from: z.string().optional(),
})
export type Overlap = z.infer<typeof Overlap>

/** Values replaced by the last status change or step, to undo it. */
export const Undo = z.object({
  /** Idempotency key of the action that can be undone, and its author. */
  key: z.string(),
  user_id: z.string(),
  status: Status,
  phase: Phase,
  completed: stamp.nullable(),
  deleted: stamp.nullable(),
  revenue: amount.nullable(),
  lostReason: z.string(),
  /** Missing in changes from older versions. */
  stage: z.string().nullable().optional(),
  staged: stamp.nullable().optional(),
  /** Steps to remove because this action created them, and the previous versions of steps it changed or dropped. */
  made: z.array(z.string()),
  were: z.array(Task),
})
export type Undo = z.infer<typeof Undo>

/** Time of this person's reminder for a step. It applies while that step is open, see `reminderOf`. */
export const Reminder = z.object({ task_id: z.string(), at: z.string() })
export type Reminder = z.infer<typeof Reminder>

/** A target as one person sees it. Stored on the device and used for decisions. */
export const Target = z.object({
  id: z.string(),
  /** Person whose view this is: `due`, `note`, and `shared` are theirs. */
  user_id: z.string(),
  owner_id: z.string(),
  owner: z.string(),
  ...plainParts('fact'),
  status: Status,
  phase: Phase,
  /** Due date of this person's open step, null for none. */
  due: day.nullable(),
  created: stamp,
  /** The creation date is unknown, as after an import without dates. `created` is the latest possible day. */
  undated: z.boolean().optional(),
  modified: stamp,
  completed: stamp.nullable(),
  deleted: stamp.nullable(),
  revenue: amount.nullable(),
  lostReason: z.string(),
  /** Null for none. A closed target keeps its last one. Missing in copies from older versions. */
  stage: z.string().nullable().optional(),
  /** When it moved there. Null if unknown. */
  staged: stamp.nullable().optional(),
  shared: ShareState,
  tasks: z.array(Task),
  collaborators: z.array(Collaborator),
  overlaps: z.array(Overlap),
  /** The first one first. Empty for an invited person. Missing in copies from older versions. */
  contacts: z.array(TargetContact).optional(),
  /** Day of the last touch, also of colleagues. Null for none. Missing in copies from older versions. */
  last_touch: day.nullable().optional(),
  notes: z.array(Note),
  /** This person's own note. */
  note: z.string(),
  undo: Undo.nullable(),
  /** The last change of each changed field, by field name. Missing in copies from older versions. */
  edits: z.record(z.string(), Edit).optional(),
  /** Missing in copies from older versions. */
  reminder: Reminder.nullable().optional(),
  /** Only on the device: not on the server yet, or refused by it. */
  isTemp: z.boolean().optional(),
  error: z.string().optional(),
})
export type Target = z.infer<typeof Target>

/** Open targets load first, closed ones right after. */
export const targetEndpoints = defineCollection<Target>({
  name: 'targets',
  row: Target,
  statuses: { first: ['active', 'archived', 'completed'], later: ['lost', 'deleted'] },
})

/** Adds terms and figures derived from the facts and today, for the API and screens. */
export const TargetTile = Target.extend({
  typeterm: z.string(),
  valueterm: z.string(),
  statusterm: z.string(),
  bucket: Bucket.nullable(),
  completed_formatted: z.string(),
  projected_revenue_formatted: z.string(),
  revenue_formatted: z.string(),
})
export type TargetTile = z.infer<typeof TargetTile>
