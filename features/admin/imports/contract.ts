// Nouns of the imports of a firm's people and its real pipeline. No rules. People and groups: peopleContract.ts.
import { z } from 'zod'
import { day, id, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { type PlainName, plainNames, TargetValue, Type, limits as targetLimits } from '#features/targets/contract.ts'

/** The code of the answer to a workbook of several sheets: its `errors` are their names, with how many rows each has. */
export const CHOOSE_SHEET = 'choose_sheet'

/** What a file may be. */
export const importLimits = {
  tooLarge: 'This file is larger than 50 MB. Split it and import the parts one at a time.',
  bytes: 50 * 1024 * 1024,
  rows: 200_000,
  columns: 100,
  cell: 20_000,
  previewed: 50,
} as const

/** What an imported target is after where the file does not say. */
export const DEFAULT_GOAL = 'Imported opportunity'

export const ImportKind = z.enum(['targets', 'people'])
export type ImportKind = z.infer<typeof ImportKind>
/** reading → uploaded → running → done, cancelled or failed; any of these three → undoing → undone. */
const states = ['reading', 'uploaded', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const
export const ImportState = z.enum(states)
export type ImportState = z.infer<typeof ImportState>

/** Of a target itself: what is words, chosen, or an amount. */
type OwnField = Exclude<PlainName, 'private'>
const ownFields = plainNames.filter((name): name is OwnField => name !== 'private')
const furtherFields = [
  'contact_first_name',
  'contact_last_name',
  'owner',
  'status',
  'revenue',
  'lost_reason',
  'created',
  'closed',
  'expected_close',
  'next_step',
  'next_step_due',
  'note',
  'external_id',
] as const
export const TargetField = z.enum([...ownFields, ...furtherFields])
export type TargetField = z.infer<typeof TargetField>
/** Those that are amounts. */
export const amountFields: readonly TargetField[] = ['revenue', 'projected_revenue']
/** Those that are days. */
export const dateFields: readonly TargetField[] = ['created', 'closed', 'expected_close', 'next_step_due']
export const peopleFields = ['name', 'first_name', 'last_name', 'email', 'role', 'group', 'manager', 'active'] as const
export const PeopleField = z.enum(peopleFields)
export type PeopleField = z.infer<typeof PeopleField>

/** The day part of a date is before or after its month: 3/12/2017 is March 12 (mdy) or December 3 (dmy). */
export const DateOrder = z.enum(['mdy', 'dmy'])
export type DateOrder = z.infer<typeof DateOrder>

export const OpenClose = z.enum(['due', 'ignore'])
export type OpenClose = z.infer<typeof OpenClose>

/** 1,234.56 (point) or 1.234,56 (comma). */
export const AmountNotation = z.enum(['point', 'comma'])
export type AmountNotation = z.infer<typeof AmountNotation>

/** What the values of a column look like, counted over all its filled cells. */
export const ImportColumn = z.object({
  header: z.string(),
  /** It has no heading, and is called by its place. */
  unnamed: z.boolean(),
  filled: z.number(),
  /** The first row with a value in it, as the file numbers them. */
  first_row: z.number().nullable(),
  samples: z.array(z.string()),
  /** Its different values, the most frequent first; null where there are too many to choose from. */
  values: z.array(z.object({ value: z.string(), count: z.number() })).nullable(),
  amounts: z.number(),
  /** Cells that say that there is no amount, as 'N/A', and those that hold an error or too large a number. */
  no_amounts: z.number().optional(),
  /** Amounts that prove where the cents begin, and those that can be read both ways: 1,234 and 1.230. */
  notations: z.object({ point: z.number(), comma: z.number(), either_comma: z.number(), either_point: z.number() }),
  /** Signs of other currencies than the dollar. */
  currencies: z.array(z.string()),
  emails: z.number(),
  /** Dates that say their own order, by order, and those that can be read both ways. */
  dates: z.object({ iso: z.number(), mdy: z.number(), dmy: z.number(), either: z.number() }),
})
export type ImportColumn = z.infer<typeof ImportColumn>

// — mappings ———————————————————————————————————————————————————————————————————————————————————

/** A cell of a mapped column, as `valueKey` writes it, and what it stands for. */
const valueMap = <S extends z.ZodType>(to: S) => z.record(z.string().max(importLimits.cell), to)
const refuse = z.literal('refuse')
export const ImportedStatus = z.enum(['active', 'archived', 'completed', 'lost'])
export type ImportedStatus = z.infer<typeof ImportedStatus>

export const TargetMapping = z.strictObject({
  /** What each column of the file is, by its place; null ignores it. */
  columns: z.array(TargetField.nullable()).max(importLimits.columns),
  statuses: valueMap(z.union([ImportedStatus, refuse])),
  owners: valueMap(z.union([id, refuse])),
  types: valueMap(z.union([Type, refuse])),
  values: valueMap(z.union([TargetValue, refuse])),
  /** null: nobody has said, and the file does not prove it. */
  date_order: DateOrder.nullable(),
  /** As `date_order`, of amounts. */
  amount_notation: AmountNotation.nullable().default('point'),
  /** Amounts in other currencies: taken as the same number of dollars, or their rows are refused; null where no person has said. */
  other_currencies: z.enum(['dollars', 'refuse']).nullable().optional(),
  /** For targets that are pursued and name no next step; null leaves them without a step and a date. */
  first_step: z
    .strictObject({ description: text(targetLimits.step), due: day.nullable() })
    .nullable()
    .optional(),
  /** What the close date of a target that is pursued is: the day that its next step is due, or nothing. */
  open_close: OpenClose.default('ignore'),
  /** The column that stands in as the contact of a row with neither company nor contact; null refuses such rows. */
  stand_in: z.int().min(0).max(importLimits.columns).nullable(),
  /** For rows, or whole files, that do not say. */
  defaults: z.strictObject({
    owner: id.nullable(),
    status: ImportedStatus,
    type: Type,
    value: TargetValue,
    goal: text(targetLimits.goal),
  }),
})
export type TargetMapping = z.infer<typeof TargetMapping>

export const PeopleMapping = z.strictObject({
  columns: z.array(PeopleField.nullable()).max(importLimits.columns),
  roles: valueMap(z.union([z.enum(['member', 'admin']), refuse])),
  /** People without an e-mail get first.last@ this domain; null refuses them. */
  email_domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(200)
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Enter a domain such as example.com.')
    .nullable(),
  /** Groups are named by the group's column, or each manager's people are a group of its own. */
  groups: z.enum(['column', 'manager']),
})
export type PeopleMapping = z.infer<typeof PeopleMapping>
export type Mapping = TargetMapping | PeopleMapping

// — imports ————————————————————————————————————————————————————————————————————————————————————

export const Import = z.object({
  id: z.string(),
  kind: ImportKind,
  file_name: z.string(),
  state: ImportState,
  /** Rows of the file that are not blank: imported + matched + refused when it is done. */
  total: z.number(),
  imported: z.number(),
  matched: z.number(),
  refused: z.number(),
  /** Made by it, and kept when it was undone because somebody had worked on them. */
  kept: z.number(),
  /** Why it failed, in a sentence. */
  problem: z.string().nullable(),
  by: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

/** The same reason of several rows; `rows` are the first few of them, as the file numbers them: the header is row 1. */
export const RejectReason = z.object({ reason: z.string(), count: z.number(), rows: z.array(z.number()) })
export type RejectReason = z.infer<typeof RejectReason>

/** A column with values that is not imported. */
export const Ignored = ImportColumn.pick({ header: true, unnamed: true, filled: true, samples: true })
export type Ignored = z.infer<typeof Ignored>

export const IMPORTED_PEOPLE = 'New people, including managers'
export const NEW_GROUPS = 'New groups'
/** A figure of what an import makes or has made: targets by status, people, groups. */
export const MappingPart = z.object({ label: z.string(), count: z.number() })
export type MappingPart = z.infer<typeof MappingPart>

/** The file whose mapping is offered for one with the same headings. */
export const MappingMemory = z.object({ file_name: z.string(), by: z.string(), saved_at: z.string() })
export type MappingMemory = z.infer<typeof MappingMemory>

export const MappingStep = z.enum(['Columns', 'Values', 'Preview'])
export type MappingStep = z.infer<typeof MappingStep>
/** Which page sends a draft, and its how many-th that is: two of them may be on their way at once, and arrive in any order. */
const DraftOrder = z.object({ page: z.uuid(), number: z.int().positive() })
export type DraftOrder = z.infer<typeof DraftOrder>
/** What was chosen so far, and where somebody was. */
const ImportDraft = z.object({
  mapping: z.union([TargetMapping, PeopleMapping]),
  step: MappingStep,
  order: DraftOrder.optional(),
})
export type ImportDraft = z.infer<typeof ImportDraft>

export const ImportDetail = Import.extend({
  encoding: z.string(),
  delimiter: z.string(),
  /** What was noticed while reading. */
  notices: z.array(z.string()),
  /** Until it runs: the columns, the first rows, and what they seem to be. */
  columns: z.array(ImportColumn),
  samples: z.array(z.array(z.string())),
  suggestion: z.union([TargetMapping, PeopleMapping]).nullable(),
  /** The suggestion is how this file was mapped; null when there is none like it. */
  remembered: MappingMemory.nullable(),
  draft: ImportDraft.nullable(),
  /** 'deals exported from HubSpot', where the headings are theirs. */
  looks_like: z.string().nullable(),
  /** Why rows were refused, or kept when it was undone. */
  reasons: z.array(RejectReason),
  /** Once it has ended: what is in the firm of what it made. */
  parts: z.array(MappingPart),
  /** Once it has ended: what was in the file and was not imported. */
  ignored: z.array(Ignored),
  /** Rows of the file without anything in them. */
  blank: z.number(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

const Shown = z.record(z.string(), z.string())
export const ImportPreview = z.object({
  /** The first rows as they would become: field → what is shown. */
  results: z.array(
    z.object({
      row: z.number(),
      outcome: z.enum(['imported', 'matched', 'refused']),
      reason: z.string(),
      shown: Shown,
    }),
  ),
  counts: z.object({ imported: z.number(), matched: z.number(), refused: z.number() }),
  /** What the imported rows would be: e.g. targets by status, groups to be made. */
  parts: z.array(MappingPart),
  reasons: z.array(RejectReason),
  /** What is filled in where the file says nothing. */
  notices: z.array(z.object({ notice: z.string(), count: z.number() })),
})
export type ImportPreview = z.infer<typeof ImportPreview>

// — calls ——————————————————————————————————————————————————————————————————————————————————————

const params = z.strictObject({ id })
const after = z.strictObject({ after: z.string().max(400).optional() })
const next = z.string().nullable()
const one = { params, answer: Import }
/** A TargetMapping or a PeopleMapping, as the import's kind asks. */
const given = z.strictObject({ mapping: z.record(z.string(), z.unknown()) })
const nothing = z.strictObject({}).optional()

export const routes = {
  imports: defineRoute({
    name: 'admin.imports',
    method: 'GET',
    path: 'admin/imports',
    summary: 'Imports, latest first',
    query: after,
    answer: z.object({ imports: z.array(Import), next }),
  }),
  upload: defineRoute({
    name: 'admin.upload',
    method: 'POST',
    path: 'admin/imports',
    summary:
      'Upload a CSV file or an .xlsx workbook of at most 50 MB (multipart/form-data, one file). Name the sheet if the workbook has several; otherwise 400 choose_sheet lists them',
    query: z.strictObject({ kind: ImportKind, sheet: z.string().max(200).optional() }),
    files: { file: {} },
    limits: { seconds: 900 },
    answer: Import,
  }),
  read: defineRoute({
    name: 'admin.import',
    method: 'GET',
    path: 'admin/imports/:id',
    summary: 'One import: its columns and suggestions, later its progress and result',
    params,
    answer: ImportDetail,
  }),
  preview: defineRoute({
    name: 'admin.preview',
    method: 'POST',
    path: 'admin/imports/:id/preview',
    summary: 'What this mapping would make of the file; changes nothing',
    params,
    body: given,
    answer: ImportPreview,
  }),
  keepDraft: defineRoute({
    name: 'admin.draft',
    method: 'PUT',
    path: 'admin/imports/:id/draft',
    summary: 'Save the choices made for a file that is not imported yet',
    params,
    body: given.extend({ step: MappingStep, order: DraftOrder.optional() }),
  }),
  forget: defineRoute({
    name: 'admin.forget',
    method: 'DELETE',
    path: 'admin/imports/:id/kept',
    summary: 'Forget the saved mapping for these headings, and the choices made for this file',
    params,
  }),
  run: defineRoute({
    ...one,
    name: 'admin.run',
    method: 'POST',
    path: 'admin/imports/:id/run',
    summary: 'Start importing',
    body: given,
  }),
  cancel: defineRoute({
    ...one,
    name: 'admin.cancel',
    method: 'POST',
    path: 'admin/imports/:id/cancel',
    summary: 'Stop importing; what is imported stays',
    body: nothing,
  }),
  undo: defineRoute({
    ...one,
    name: 'admin.undo',
    method: 'POST',
    path: 'admin/imports/:id/undo',
    summary: 'Remove what the import created, unless someone has worked on it since',
    body: nothing,
  }),
  discard: defineRoute({
    name: 'admin.discard',
    method: 'DELETE',
    path: 'admin/imports/:id',
    summary: 'Remove an uploaded file that was not imported',
    params,
  }),
  refused: defineRoute({
    name: 'admin.refused',
    method: 'GET',
    path: 'admin/imports/:id/refused.csv',
    summary: 'The refused rows with row number and reason, as a CSV file',
    params,
  }),
}
