// Nouns of the Tracker: what a target is, which calls there are, what they take and answer. No rules: those are in actions.ts.
import { z } from 'zod'
import { day, id, optionalEmail, requiredText, stamp, text } from '#core/contract/fields.ts'
import { amount } from '#core/contract/money.ts'
import { defineRoute } from '#core/contract/route.ts'
import type { Actor } from '#core/sync/protocol.ts'

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
  goal: 250,
  step: 250,
  help: 1000,
  noteInForm: 300,
  note: 1000,
  lostReason: 250,
  search: 100,
} as const
/** Days a target stays in Recently Deleted. */
export const KEEP_DELETED_DAYS = 30
export const DEFAULT_STEP = 'Identify next steps'
/** Days until a step is due where nobody chose a date. */
export const DEFAULT_DUE_DAYS = 7
export const lostReasons = [
  'Pricing',
  'Capabilities',
  'Non-Responsive',
  'Timing',
  'Decision Maker Buy In',
  'Competitor',
  'Bad Fit',
] as const
export const stepStarters = ['Research', 'Follow up', 'Send', 'Invite', 'Introduce', 'Schedule', 'Ask'] as const
export const objectiveExamples = [
  'Win the first engagement',
  'Become their adviser for the whole group',
  'Be introduced to their other divisions',
  'Receive two referrals a year',
] as const

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
export const OverlapAnswer = z.enum(['join', 'introduction', 'separate'], { error: 'Please choose an answer' })
export type OverlapAnswer = z.infer<typeof OverlapAnswer>

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
  company: z.string(),
  contact: z.string(),
  contact_email: z.string(),
  type: Type,
  value: Value,
  goal: z.string(),
  status: Status,
  phase: Phase,
  /** The day this person's open step is due; null without an open step. */
  due: day.nullable(),
  created: stamp,
  modified: stamp,
  completed: stamp.nullable(),
  deleted: stamp.nullable(),
  projected_revenue: amount.nullable(),
  revenue: amount.nullable(),
  lostReason: z.string(),
  private: z.boolean(),
  shared: ShareState,
  tasks: z.array(Task),
  collaborators: z.array(Collaborator),
  overlaps: z.array(Overlap),
  notes: z.array(Note),
  /** This person's own note. */
  note: z.string(),
  undo: Undo.nullable(),
  /** Not in copies that older versions left. */
  reminder: Reminder.nullable().optional(),
  /** On the device only: not known to the server yet, or refused by it. */
  isTemp: z.boolean().optional(),
  error: z.string().optional(),
})
export type Target = z.infer<typeof Target>

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

// — inputs —————————————————————————————————————————————————————————————————————————————————————

/** An instant, to the minute. */
const minute = z.iso.datetime({ error: 'Please choose a time.' }).overwrite((at) => {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? at : new Date(Math.floor(ms / 60_000) * 60_000).toISOString()
})

export const TaskInput = z.strictObject({
  description: requiredText(limits.step),
  due: day,
  help: text(limits.help).default(''),
  /** When to be reminded of it. */
  remind: minute.optional(),
})
export type TaskInput = z.infer<typeof TaskInput>

const targetFields = {
  company: text(limits.company),
  contact: text(limits.contact),
  contact_email: optionalEmail,
  type: Type,
  value: Value,
  goal: requiredText(limits.goal),
  projected_revenue: amount.nullable(),
  private: z.boolean(),
}
/** At least one of company and contact; the message shows under both. Source: RULINGS, section 4. */
export const needsSomebody = (
  input: { company?: string | undefined; contact?: string | undefined },
  refine: z.RefinementCtx,
) => {
  if (input.company !== '' || input.contact !== '') return
  for (const path of ['company', 'contact'])
    refine.addIssue({ code: 'custom', path: [path], message: 'Please complete this field' })
}

export const CreateInput = z
  .strictObject({
    ...targetFields,
    company: targetFields.company.default(''),
    contact: targetFields.contact.default(''),
    contact_email: optionalEmail.default(''),
    projected_revenue: targetFields.projected_revenue.default(null),
    private: targetFields.private.default(false),
    tasks: z.array(TaskInput).length(1, 'Please complete this field'),
    note: text(limits.note).default(''),
  })
  .superRefine(needsSomebody)
export type CreateInput = z.infer<typeof CreateInput>

export const EditFields = z.strictObject({ ...targetFields, due: day, note: text(limits.note) }).partial()
/** The label of the dollars won, where an import's figures are listed. */
export const WON_REVENUE = 'Won revenue in dollars'

/** A target that came to be elsewhere, with the history that is known of it. Instants are ISO. */
export type PastTarget = {
  input: CreateInput
  owner: Actor
  created: string
  end:
    | null
    | { status: 'completed'; at: string; revenue: number }
    | { status: 'lost'; at: string; lost_reason: string }
    | { status: 'archived'; at: string }
}

export const EditInput = EditFields.superRefine(needsSomebody)
export type EditInput = z.infer<typeof EditInput>

export const CompleteInput = z.strictObject({ revenue: amount })
export const LoseInput = z.strictObject({ lost_reason: text(limits.lostReason).default('') })
export const UndoInput = z.strictObject({ key: z.guid() })
/** null: no longer. */
export const RemindInput = z.strictObject({ at: minute.nullable() })
export const TakeStepInput = TaskInput.extend({ tile_id: id })
export const NoteInput = z.strictObject({ note: text(limits.note) })
/** Dollars; unlike a target's revenue never Intangible. */
export const YtdInput = z.strictObject({ amount: amount.refine((n) => n >= 0, 'Please enter a $ amount.') })
export const HandOverInput = z.strictObject({ user_id: id })
const nothing = z.strictObject({}).optional()

// — calls ——————————————————————————————————————————————————————————————————————————————————————

const target = z.strictObject({ id })
const TilesQuery = z.strictObject({
  /** One status, or several with commas. */
  status: z
    .string()
    .refine((list) => list.split(',').every((s) => Status.safeParse(s).success), 'An unknown status.')
    .optional(),
  /** The cursor of the last call: answers what changed since. */
  after: z.string().max(100).optional(),
  /** Days in the firm's zone, both included: targets created in them. */
  start: day.optional(),
  end: day.optional(),
  /** Whose pipeline, where the caller manages that person. */
  userid: id.optional(),
})
const share = z.strictObject({ id })
export const Tiles = z.object({
  tiles: z.array(Tile),
  /** Destroyed since `after`, or no longer shared with the caller. */
  gone: z.array(z.string()),
  cursor: z.string(),
  /** There is more: ask again with `after=cursor`. */
  more: z.boolean(),
})
export type Tiles = z.infer<typeof Tiles>

const action = (name: string, summary: string) => ({
  name: `targets.${name}`,
  method: 'POST' as const,
  path: 'tiles/:id',
  summary,
  params: target,
  when: { action: name },
  answer: Tile,
})

export const routes = {
  list: defineRoute({
    name: 'targets.list',
    method: 'GET',
    path: 'tiles',
    summary: 'My targets; with `after`, what changed since',
    query: TilesQuery,
    answer: Tiles,
  }),
  read: defineRoute({
    name: 'targets.read',
    method: 'GET',
    path: 'tiles/:id',
    summary: 'One target',
    params: target,
    answer: Tile,
  }),
  create: defineRoute({
    name: 'targets.create',
    method: 'POST',
    path: 'tiles',
    summary: 'Create a target with its first step',
    body: CreateInput,
    answer: Tile,
  }),
  edit: defineRoute({
    name: 'targets.edit',
    method: 'PUT',
    path: 'tiles/:id',
    summary: 'Change fields, or snooze with `due`',
    params: target,
    body: EditInput,
    answer: Tile,
  }),
  complete: defineRoute({ ...action('complete', 'Won: all its steps are done'), body: CompleteInput }),
  lose: defineRoute({ ...action('lost', 'Lost, with a reason'), body: LoseInput }),
  archive: defineRoute({ ...action('archive', 'Place on hold'), body: nothing }),
  work: defineRoute({ ...action('work', 'Pursue this Target again'), body: nothing }),
  trash: defineRoute({ ...action('delete', 'Move to trash'), body: nothing }),
  destroy: defineRoute({
    ...action('destroy', 'Destroy for good what is in the trash'),
    body: nothing,
    answer: undefined,
  }),
  undo: defineRoute({ ...action('undo', 'Take back the last status change or step'), body: UndoInput }),
  remind: defineRoute({
    ...action('remind', 'Remind me of my open step at a minute, or no longer'),
    body: RemindInput,
  }),
  handOver: defineRoute({
    ...action('handover', 'Hand over to another owner, by its owner or a firm admin; the owner no longer has it'),
    body: HandOverInput,
    answer: Tile.optional(),
  }),
  share: defineRoute({
    name: 'targets.share',
    method: 'POST',
    path: 'tiles/:id/sharewith/:userId',
    summary: 'Invite a colleague to collaborate',
    params: z.strictObject({ id, userId: id }),
    body: nothing,
    answer: Tile,
  }),
  acceptShare: defineRoute({
    name: 'targets.acceptShare',
    method: 'POST',
    path: 'share/:id/accept',
    summary: 'Accept an invitation',
    params: share,
    body: nothing,
    answer: Tile,
  }),
  rejectShare: defineRoute({
    name: 'targets.rejectShare',
    method: 'POST',
    path: 'share/:id/reject',
    summary: 'Decline an invitation',
    params: share,
    body: nothing,
  }),
  revokeShare: defineRoute({
    name: 'targets.revokeShare',
    method: 'POST',
    path: 'share/:id/revoke',
    summary: 'Cancel an invitation, remove a collaborator, or withdraw; nothing is answered to who loses it',
    params: share,
    body: nothing,
    answer: Tile.optional(),
  }),
  dismissAsk: defineRoute({
    name: 'targets.dismissAsk',
    method: 'POST',
    path: 'tiles/:id/asks/:userId/dismiss',
    summary: "Take a colleague's ask to join or to be introduced off the list, by the owner",
    params: z.strictObject({ id, userId: id }),
    body: nothing,
    answer: Tile,
  }),
  emptyTrash: defineRoute({
    name: 'targets.emptyTrash',
    method: 'POST',
    path: 'tiles/empty_trash',
    summary: 'Delete trashed targets now',
    body: nothing,
  }),
  takeStep: defineRoute({
    name: 'targets.takeStep',
    method: 'POST',
    path: 'tasks',
    summary: 'My open step, if any, is done now; this one is open',
    body: TakeStepInput,
    answer: Tile,
  }),
  notesOf: defineRoute({
    name: 'targets.notesOf',
    method: 'GET',
    path: 'tiles/:id/notes',
    summary: 'Notes of a target',
    params: target,
    answer: z.object({ notes: z.array(Note) }),
  }),
  notes: defineRoute({
    name: 'targets.notes',
    method: 'GET',
    path: 'notes',
    summary: 'Notes of a target',
    query: z.strictObject({ target_id: id }),
    answer: z.object({ notes: z.array(Note) }),
  }),
  addNote: defineRoute({
    name: 'targets.addNote',
    method: 'POST',
    path: 'notes',
    summary: 'Write my note',
    body: NoteInput.extend({ target_id: id }),
    answer: Note,
  }),
  editNote: defineRoute({
    name: 'targets.editNote',
    method: 'PUT',
    path: 'notes/:id',
    summary: 'Change my note',
    params: target,
    body: NoteInput,
    answer: Note,
  }),
  timeline: defineRoute({
    name: 'targets.timeline',
    method: 'GET',
    path: 'tiles/:id/timeline',
    summary: 'Who did what and when, latest first',
    params: target,
    query: z.strictObject({ before: z.string().max(100).optional() }),
    answer: z.object({
      events: z.array(
        z.object({
          id: z.string(),
          user_id: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          /** Who worked as that person; '' where nobody did. */
          by_name: z.string(),
          kind: z.string(),
          at: z.string(),
          undone: z.boolean(),
          data: z.record(z.string(), z.unknown()),
        }),
      ),
      /** Hand it to `before` for the older ones; null when there are none. */
      older: z.string().nullable(),
    }),
  }),
  standing: defineRoute({
    name: 'targets.standing',
    method: 'GET',
    path: 'user/standing',
    summary: 'Counts of my active targets',
    answer: z.object({ total: z.number(), overdue: z.number(), soon: z.number(), later: z.number() }),
  }),
  hud: defineRoute({
    name: 'targets.hud',
    method: 'GET',
    path: 'user/hud',
    summary: 'Score, steps this week, revenue, and how they are made',
    query: z.strictObject({ proxyUser: id.optional() }),
    get answer() {
      return Hud
    },
  }),
  setYtdRevenue: defineRoute({
    name: 'targets.setYtdRevenue',
    method: 'POST',
    path: 'user/set_ytd_revenue',
    summary: 'Revenue won this year before I started here; it adds to `ytd_formatted` until the year ends',
    body: YtdInput,
    answer: z.object({ amount: z.number(), year: z.number() }),
  }),
  managed: defineRoute({
    name: 'targets.managed',
    method: 'GET',
    path: 'user/people',
    summary: 'The people whose pipelines I manage, by name',
    answer: z.object({
      people: z.array(
        z.object({
          id: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          fullname: z.string(),
          /** Targets that the person pursues and that are not private. */
          active: z.number(),
        }),
      ),
    }),
  }),
  owned: defineRoute({
    name: 'targets.owned',
    method: 'GET',
    path: 'user/people/:id/targets',
    summary:
      'What a person owns, by name and status alone, for a firm admin who hands it over; private ones without a name',
    params: target,
    answer: z.object({
      person: z.object({ id: z.string(), fullname: z.string(), is_deactivated: z.boolean() }),
      targets: z.array(z.object({ id: z.string(), name: z.string().nullable(), status: Status })),
    }),
  }),
  looks: defineRoute({
    name: 'targets.looks',
    method: 'GET',
    path: 'user/looks',
    summary: 'Who of my managers looked at my pipeline on which day, latest first; 90 days',
    answer: z.object({
      looks: z.array(
        z.object({ user_id: z.string(), first_name: z.string(), last_name: z.string(), day, at: z.string() }),
      ),
    }),
  }),
  score: defineRoute({
    name: 'targets.score',
    method: 'GET',
    path: 'user/score',
    summary: 'The score of a day, with the events behind it: mine, or with `proxyUser` of a person I manage',
    get query() {
      return ScoreQuery
    },
    get answer() {
      return Score
    },
  }),
  overlaps: defineRoute({
    name: 'targets.overlaps',
    method: 'GET',
    path: 'overlaps',
    summary: 'Colleagues who pursue this company or contact',
    query: z.strictObject({
      company: text(limits.company).default(''),
      contact: text(limits.contact).default(''),
      email: z.string().max(254).default(''),
    }),
    answer: z.object({
      overlaps: z.array(
        z.object({ target_id: z.string(), target: z.string(), member: z.string(), answer: OverlapAnswer.nullable() }),
      ),
    }),
  }),
  answerOverlap: defineRoute({
    name: 'targets.answerOverlap',
    method: 'POST',
    path: 'overlaps/:id/answer',
    summary: "Ask to join a colleague's target, ask for an introduction, or keep separate",
    params: target,
    body: z.strictObject({ answer: OverlapAnswer, company: text(limits.company).default('') }),
  }),
  companies: defineRoute({
    name: 'targets.companies',
    method: 'GET',
    path: 'firms/companies',
    summary: 'Companies that the firm knows',
    query: z.strictObject({ q: text(limits.company) }),
    answer: z.object({ companies: z.array(z.object({ name: z.string(), targets: z.number() })) }),
  }),
}

/** One line of how the score is made; the lines add up to the score before it is cut to 0..100. */
export const ScorePart = z.object({
  kind: z.enum(['steps', 'late_steps', 'created', 'won', 'overdue']),
  count: z.number(),
  points: z.number(),
})
export type ScoreKind = ScorePart['kind']
/** `date` is today by default; `kind` asks for one part alone, `before` (a part's `older`) for what came before in it. */
export const ScoreQuery = z.strictObject({
  date: day.optional(),
  kind: ScorePart.shape.kind.optional(),
  before: z.string().max(80).optional(),
  /** Whose score, where the caller manages that person. */
  proxyUser: id.optional(),
})
export type ScoreQuery = z.infer<typeof ScoreQuery>
/** What counted. `target` is null when it no longer exists for the person; `date` is the firm's day, of what is overdue the day it was due. */
export const ScoreEvent = z.object({
  target_id: z.string(),
  target: z.string().nullable(),
  step: z.string().nullable(),
  date: z.string(),
  points: z.number(),
})
export type ScoreEvent = z.infer<typeof ScoreEvent>
export const Score = z.object({
  date: z.string(),
  score: z.number(),
  parts: z.array(ScorePart.extend({ events: z.array(ScoreEvent), older: z.string().nullable() })),
})
export type Score = z.infer<typeof Score>
const money = z.object({ amount: z.number(), count: z.number(), named: z.number() })
export type ScorePart = z.infer<typeof ScorePart>
export const Hud = z.object({
  score: z.object({
    you: z.object({
      current: z.object({ score: z.number(), parts: z.array(ScorePart) }),
      month_ago: z.object({ score: z.number() }),
    }),
  }),
  /** `days`: steps done on each day of this week, Monday first. */
  steps: z.object({
    you: z.object({ this_week: z.number(), days: z.array(z.number()).length(7), by_now_last_week: z.number() }),
  }),
  revenue: z.object({
    you: z.object({
      ytd: z.number(),
      ytd_formatted: z.string(),
      /** The part of it that was won before the person started here. Not in summaries that older versions left on a device. */
      ytd_before: z.number().optional(),
      /** How many targets were won this year. */
      ytd_count: z.number(),
      ytd_projected_revenue_active_formatted: z.string(),
      ytd_projected_revenue_archived_formatted: z.string(),
      ytd_projected_revenue_lost_formatted: z.string(),
      ytd_projected_revenue_completed_formatted: z.string(),
      /** Per status: sum in dollars, targets, and how many of them name an amount. */
      projected: z.object({ active: money, archived: money, lost: money, completed: money }),
    }),
  }),
})
export type Hud = z.infer<typeof Hud>
