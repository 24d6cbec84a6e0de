// Schemas and routes of the imports of a firm's people, pipeline, and contacts, without logic. For people and groups, see
// peopleContract.ts.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { ContactMapping, importLimits, PeopleMapping, TargetMapping } from './mappingContract.ts'

/** Error code for a workbook with several sheets. Its `errors` are the names of the sheets with their row counts. */
export const CHOOSE_SHEET = 'choose_sheet'
/** Error code for a workbook that has to wait until the server has read others. */
export const OTHERS_FIRST = 'others_first'

export const ImportKind = z.enum(['targets', 'people', 'contacts'])
export type ImportKind = z.infer<typeof ImportKind>
/** reading → uploaded → running → done, cancelled or failed; any of these three → undoing → undone. */
const states = ['reading', 'uploaded', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const
export const ImportState = z.enum(states)
export type ImportState = z.infer<typeof ImportState>

export const ChanceCounts = z.object({
  /** Numbers and percentages of any size. */
  all: z.number(),
  /** Numbers between 0 and 1, without a percent sign. */
  fractions: z.number(),
  /** Numbers above 1, and all with a percent sign. */
  percents: z.number(),
  /** Cells that aren't in tens: if all are percentages, and if all are fractions. */
  uneven_percents: z.number(),
  uneven_fractions: z.number(),
})
export type ChanceCounts = z.infer<typeof ChanceCounts>

/** Statistics of a column's values, counted over all its filled cells. */
export const ImportColumn = z.object({
  header: z.string(),
  /** True if the column has no heading and is named by its position. */
  unnamed: z.boolean(),
  filled: z.number(),
  /** First row with a value in this column, as the file numbers it. */
  first_row: z.number().nullable(),
  samples: z.array(z.string()),
  /** Distinct values, the most frequent first. Null if there are too many to choose from. */
  values: z.array(z.object({ value: z.string(), count: z.number() })).nullable(),
  amounts: z.number(),
  /**
   * Cells such as 'N/A' that state that there is no amount, and cells that hold an error or a number above the limit.
   */
  no_amounts: z.number().optional(),
  /** Amounts that prove where the cents begin, and those that fit both notations, such as 1,234 and 1.230. */
  notations: z.object({ point: z.number(), comma: z.number(), either_comma: z.number(), either_point: z.number() }),
  currencies: z.array(z.string()),
  emails: z.number(),
  /** Dates that prove their order, by order, and those that fit both. */
  dates: z.object({ iso: z.number(), mdy: z.number(), dmy: z.number(), either: z.number() }),
  /** Cells that name a month without a day. Missing in files uploaded before stages. */
  months: z.number().optional(),
  /** Cells that can be chances, see `ChanceCounts`. Missing as for `months`. */
  chances: ChanceCounts.optional(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

// — imports ————————————————————————————————————————————————————————————————————————————————————

export const Import = z.object({
  id: z.string(),
  kind: ImportKind,
  file_name: z.string(),
  state: ImportState,
  /** Rows of the file that aren't blank. Once it is done, this equals imported + matched + refused. */
  total: z.number(),
  imported: z.number(),
  matched: z.number(),
  refused: z.number(),
  /** Items that stayed after an undo because someone had worked on them. */
  kept: z.number(),
  /** Sentence that says why the import failed. */
  problem: z.string().nullable(),
  by: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

/** One reason with its number of rows. `rows` lists the first few as the file numbers them: the header is row 1. */
export const RejectReason = z.object({ reason: z.string(), count: z.number(), rows: z.array(z.number()) })
export type RejectReason = z.infer<typeof RejectReason>

/** Column with values that isn't imported. */
export const Ignored = ImportColumn.pick({ header: true, unnamed: true, filled: true, samples: true })
export type Ignored = z.infer<typeof Ignored>

export const IMPORTED_CONTACTS = 'Contacts'
export const IMPORTED_PEOPLE = 'New people, including managers'
export const NEW_GROUPS = 'New groups'
/** Count of one kind of result: targets by status, people, groups. */
export const MappingPart = z.object({ label: z.string(), count: z.number() })
export type MappingPart = z.infer<typeof MappingPart>

/** Earlier file with the same headings, whose mapping is suggested. */
export const MappingMemory = z.object({ file_name: z.string(), by: z.string(), saved_at: z.string() })
export type MappingMemory = z.infer<typeof MappingMemory>

export const MappingStep = z.enum(['Columns', 'Values', 'Preview'])
export type MappingStep = z.infer<typeof MappingStep>
/** Page and number of a draft, because two drafts can be in flight and arrive in any order. */
const DraftOrder = z.object({ page: z.uuid(), number: z.int().positive() })
export type DraftOrder = z.infer<typeof DraftOrder>
const ImportDraft = z.object({
  mapping: z.union([TargetMapping, PeopleMapping, ContactMapping]),
  step: MappingStep,
  order: DraftOrder.optional(),
})
export type ImportDraft = z.infer<typeof ImportDraft>

export const ImportDetail = Import.extend({
  encoding: z.string(),
  delimiter: z.string(),
  notices: z.array(z.string()),
  /** Columns, first rows, and suggested mapping, until the import runs. */
  columns: z.array(ImportColumn),
  samples: z.array(z.array(z.string())),
  suggestion: z.union([TargetMapping, PeopleMapping, ContactMapping]).nullable(),
  /** Earlier file that the suggestion comes from. Null if there is none like it. */
  remembered: MappingMemory.nullable(),
  draft: ImportDraft.nullable(),
  /** Describes a known export by its headings, such as 'deals exported from HubSpot'. */
  looks_like: z.string().nullable(),
  /** Reasons for rejected rows, or for items that stayed after an undo. */
  reasons: z.array(RejectReason),
  /** Imported items that the firm has, once the import has ended. */
  parts: z.array(MappingPart),
  /** Columns of the file that weren't imported, once the import has ended. */
  ignored: z.array(Ignored),
  blank: z.number(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

/**
 * A value of the column of sources names an entry of the firm's list, a colleague, a contact, no source, or nothing that's
 * known. `several` contacts have the same name.
 */
export const SourceMatchKind = z.enum(['entry', 'colleague', 'contact', 'none', 'several', 'unknown'])
export type SourceMatchKind = z.infer<typeof SourceMatchKind>
export const ImportSources = z.object({
  /**
   * All values of a column with few. Otherwise those that a person has to choose for, the most frequent first. `name` is
   * that of the entry or person, '' for a contact that the admin doesn't see.
   */
  listed: z.array(z.object({ value: z.string(), count: z.number(), kind: SourceMatchKind, name: z.string() })),
  /** Number of different values. */
  counts: z.object({
    entry: z.number(),
    colleague: z.number(),
    contact: z.number(),
    none: z.number(),
    several: z.number(),
    unknown: z.number(),
  }),
  /** Values that name nothing and aren't listed, and their rows. */
  others: z.object({ values: z.number(), rows: z.number() }),
})
export type ImportSources = z.infer<typeof ImportSources>

const Shown = z.record(z.string(), z.string())
export const ImportPreview = z.object({
  /** First rows as they would be imported: each field with its displayed value. */
  results: z.array(
    z.object({
      row: z.number(),
      outcome: z.enum(['imported', 'matched', 'refused']),
      reason: z.string(),
      shown: Shown,
    }),
  ),
  counts: z.object({ imported: z.number(), matched: z.number(), refused: z.number() }),
  /** Breakdown of the rows to import, such as targets by status or groups to create. */
  parts: z.array(MappingPart),
  reasons: z.array(RejectReason),
  /** Sentences that name what is made in addition to the rows. */
  made: z.array(z.string()),
  /** Values filled in where the file has none. */
  notices: z.array(z.object({ notice: z.string(), count: z.number() })),
})
export type ImportPreview = z.infer<typeof ImportPreview>

// — calls ——————————————————————————————————————————————————————————————————————————————————————

const params = z.strictObject({ id })
const after = z.strictObject({ after: z.string().max(400).optional() })
const next = z.string().nullable()
const one = { params, answer: Import }
/** TargetMapping, PeopleMapping, or ContactMapping, depending on the import's kind. */
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
      'Upload a CSV file, an .xlsx workbook, or, for contacts, a vCard file of at most 50 MB (multipart/form-data, one file). Name the sheet if the workbook has several; otherwise 400 choose_sheet lists them',
    query: z.strictObject({ kind: ImportKind, sheet: z.string().max(200).optional() }),
    files: { file: {} },
    limits: { seconds: 900 },
    answer: Import,
  }),
  read: defineRoute({
    name: 'admin.import',
    method: 'GET',
    path: 'admin/imports/:id',
    summary: 'Get an import: its columns and suggestions, later its progress and result',
    params,
    answer: ImportDetail,
  }),
  preview: defineRoute({
    name: 'admin.preview',
    method: 'POST',
    path: 'admin/imports/:id/preview',
    summary: 'Preview what this mapping would import; changes nothing',
    params,
    body: given,
    answer: ImportPreview,
  }),
  sources: defineRoute({
    name: 'admin.importSources',
    method: 'GET',
    path: 'admin/imports/:id/sources',
    summary:
      'Compare the values of a column with the firm’s list of sources, colleagues, and contacts; changes nothing',
    params,
    query: z.strictObject({
      column: z.coerce
        .number()
        .int()
        .min(0)
        .max(importLimits.columns - 1),
    }),
    answer: ImportSources,
  }),
  keepDraft: defineRoute({
    name: 'admin.draft',
    method: 'PUT',
    path: 'admin/imports/:id/draft',
    summary: 'Save the choices for a file before it’s imported',
    params,
    body: given.extend({ step: MappingStep, order: DraftOrder.optional() }),
  }),
  forget: defineRoute({
    name: 'admin.forget',
    method: 'DELETE',
    path: 'admin/imports/:id/kept',
    summary: 'Delete the saved mapping for these headings, and the choices for this file',
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
    summary: 'Stop an import; imported rows stay',
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
    summary: 'Remove an uploaded file that wasn’t imported',
    params,
  }),
  refused: defineRoute({
    name: 'admin.refused',
    method: 'GET',
    path: 'admin/imports/:id/refused.csv',
    summary: 'Export the rejected rows with row number and reason as a CSV file',
    params,
  }),
}
