// The Viewer's report on openings of assets. Source: the second specification, section 2 'Viewer'.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { reportTable } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, ViewerFacts } from '#core/contract/viewerReport.ts'
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
const pathOf = ({ open }: AssetReportRow) => open?.path ?? null
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
    { label: 'Assets', sentence: 'Current number of assets.', kind: 'count', of: ({ rows }) => rows.length },
    {
      label: 'Opened',
      sentence: 'How many times assets were opened. Reading for a while counts as one time.',
      kind: 'count',
      of: allTimes,
    },
    {
      label: 'People',
      sentence: 'How many people opened at least one.',
      kind: 'count',
      of: (facts) => new Set(openingsOf(facts).map(({ user_id }) => user_id)).size,
    },
    {
      label: 'Never opened',
      sentence: 'Assets none of these people has opened.',
      kind: 'count',
      of: ({ rows }) => rows.filter(({ openers }) => openers.length === 0).length,
    },
  ],
  tables: [
    reportTable<AssetsReport, AssetReportRow>({ title: 'Assets', empty: NO_DATA }, ({ rows }) => rows, [
      { key: 'name', head: 'Name', kind: 'text', sentence: 'The asset.', of: ({ name }) => name, path: pathOf },
      {
        key: 'opened_by',
        head: 'Opened by',
        kind: 'count',
        sentence: 'How many people opened it.',
        width: 56,
        of: ({ openers }) => openers.length,
      },
      {
        key: 'times',
        head: 'Times',
        kind: 'count',
        sentence: 'How many times it was opened. Reading for a while counts as one time.',
        width: 44,
        of: timesOf,
        sum: allTimes,
      },
      {
        key: 'last',
        head: 'Last opened',
        kind: 'day',
        sentence: 'The last day it was opened.',
        width: 66,
        of: (row) => dayOf(lastOf(row)),
      },
      {
        key: 'access',
        head: 'Access',
        kind: 'count',
        sentence: 'How many people can open it.',
        width: 44,
        of: ({ access }) => access,
      },
      {
        key: 'uploaded_by',
        head: 'Last Modified By',
        kind: 'text',
        sentence: 'Who last changed the file, its name, or its access.',
        of: ({ uploaded_by }) => uploaded_by,
      },
      {
        key: 'updated_at',
        head: 'Date Modified',
        kind: 'day',
        sentence: 'When it was last changed.',
        width: 66,
        of: ({ updated_at }) => dayOf(updated_at),
      },
    ]),
    reportTable<AssetsReport, AssetOpening>({ title: 'Openings', empty: NO_DATA }, openingsOf, [
      {
        key: 'name',
        head: 'Name',
        kind: 'text',
        sentence: 'The asset.',
        of: ({ asset }) => asset.name,
        path: ({ asset }) => pathOf(asset),
      },
      { key: 'person', head: 'Person', kind: 'text', sentence: 'Who opened it.', of: ({ name }) => name },
      {
        key: 'times',
        head: 'Times',
        kind: 'count',
        sentence: 'How many times they opened it.',
        width: 44,
        of: ({ times }) => times,
        sum: allTimes,
      },
      {
        key: 'version',
        head: 'Version',
        kind: 'count',
        sentence: 'The latest version they opened.',
        width: 48,
        of: ({ version }) => version,
      },
      {
        key: 'first_at',
        head: 'First opened',
        kind: 'day',
        sentence: 'The day they first opened it.',
        width: 66,
        of: ({ first_at }) => dayOf(first_at),
      },
      {
        key: 'last_at',
        head: 'Last opened',
        kind: 'day',
        sentence: 'The day they last opened it.',
        width: 66,
        of: ({ last_at }) => dayOf(last_at),
      },
    ]),
  ],
})
