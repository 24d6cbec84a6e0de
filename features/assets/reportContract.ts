// The Viewer's report on openings of assets. Source: the second specification, section 2 'Viewer'.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { reportTable, total } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, openPath, ViewerFacts } from '#core/contract/viewerReport.ts'
import { assetsFlag } from './flagsContract.ts'

const Opener = z.object({
  user_id: id,
  name: z.string(),
  /** Latest version that they opened. */
  version: z.int(),
  times: z.int(),
  first_at: stamp,
  last_at: stamp,
})
const Row = z.object({
  id,
  name: z.string(),
  uploaded_by: z.string(),
  updated_at: stamp,
  versions: z.int(),
  /** Number of people who can open it. Null for non-managers of assets. */
  access: z.int().nullable(),
  /** Most recent opener first. */
  openers: z.array(Opener),
  open: Open,
})
export type AssetReportRow = z.infer<typeof Row>
export const AssetsReport = ViewerFacts.extend({ rows: z.array(Row) })
export type AssetsReport = z.infer<typeof AssetsReport>

type AssetOpening = AssetReportRow['openers'][number] & { asset: AssetReportRow }
const openingsOf = ({ rows }: AssetsReport): AssetOpening[] =>
  rows.flatMap((asset) => asset.openers.map((one) => ({ ...one, asset })))

export const timesOf = ({ openers }: AssetReportRow): number => openers.reduce((sum, { times }) => sum + times, 0)
export const lastOf = ({ openers }: AssetReportRow): string | null => openers[0]?.last_at ?? null
const dayOf = (at: string | null) => at?.slice(0, 10) ?? null
const allTimes = ({ rows }: AssetsReport) => rows.reduce((sum, row) => sum + timesOf(row), 0)

export const assetsReport = defineViewerReport<AssetsReport>({
  name: 'assets',
  title: 'Assets',
  sentence: 'Who opened which of the firm’s assets, and how often.',
  area: 'assets',
  keys: ['org'],
  isOfFirm: true,
  isDated: false,
  showsInNav: true,
  flag: assetsFlag,
  facts: AssetsReport,
  totals: [
    total('count', 'Assets', 'Current number of assets.', ({ rows }) => rows.length),
    total('count', 'Opened', 'How many times assets were opened. Reading for a while counts as one time.', allTimes),
    total(
      'count',
      'People',
      'How many people opened at least one.',
      (facts) => new Set(openingsOf(facts).map(({ user_id }) => user_id)).size,
    ),
    total(
      'count',
      'Never opened',
      'Assets none of these people has opened.',
      ({ rows }) => rows.filter(({ openers }) => openers.length === 0).length,
    ),
  ],
  tables: [
    reportTable<AssetsReport, AssetReportRow>(
      { title: 'Assets', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, count, day }) => [
        text('name', 'Name', 'The asset.', { path: openPath }),
        count('opened_by', 'Opened by', 'How many people opened it.', {
          width: 56,
          of: ({ openers }) => openers.length,
        }),
        count('times', 'Times', 'How many times it was opened. Reading for a while counts as one time.', {
          width: 44,
          of: timesOf,
          sum: allTimes,
        }),
        day('last', 'Last opened', 'The last day it was opened.', { width: 66, of: (row) => dayOf(lastOf(row)) }),
        count('access', 'Access', 'How many people can open it.', { width: 44 }),
        text('uploaded_by', 'Last Modified By', 'Who last changed the file, its name, or its access.'),
        day('updated_at', 'Date Modified', 'When it was last changed.', {
          width: 66,
          of: ({ updated_at }) => dayOf(updated_at),
        }),
      ],
    ),
    reportTable<AssetsReport, AssetOpening>(
      { title: 'Openings', empty: NO_DATA },
      openingsOf,
      ({ text, count, day }) => [
        text('name', 'Name', 'The asset.', { of: ({ asset }) => asset.name, path: ({ asset }) => openPath(asset) }),
        text('person', 'Person', 'Who opened it.', { of: ({ name }) => name }),
        count('times', 'Times', 'How many times they opened it.', { width: 44, sum: allTimes }),
        count('version', 'Version', 'The latest version they opened.', { width: 48 }),
        day('first_at', 'First opened', 'The day they first opened it.', {
          width: 66,
          of: ({ first_at }) => dayOf(first_at),
        }),
        day('last_at', 'Last opened', 'The day they last opened it.', {
          width: 66,
          of: ({ last_at }) => dayOf(last_at),
        }),
      ],
    ),
  ],
})
