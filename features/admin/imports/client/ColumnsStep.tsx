import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { Problem } from '#core/ui/Problem.tsx'
import { counted, optionsOf } from '../../client/labels.ts'
import type { Ignored, ImportColumn, ImportDetail } from '../contract.ts'
import type { Mapping } from '../mappingContract.ts'
import { Discard } from './Discard.tsx'
import s from './Import.module.css'
import { LeftOut } from './LeftOut.tsx'
import { Notices } from './Notices.tsx'
import { RememberedMapping } from './RememberedMapping.tsx'
import { StepHeading } from './StepHeading.tsx'

type Props = {
  detail: ImportDetail
  isOffline: boolean
  words: Record<string, string>
  /** Fields that are listed under a heading. */
  groups: Record<string, readonly string[]>
  mapping: Mapping
  problem: string | undefined
  ignored: Ignored[]
  onForgotten: () => Promise<void>
  onChoose: (columns: (string | null)[]) => void
  onNext: () => void
}

/** Maps each column of the file to a field. Choosing a field for another column clears the first. */
export function ColumnsStep({
  detail,
  isOffline,
  words,
  groups,
  mapping,
  problem,
  ignored,
  onForgotten,
  onChoose,
  onNext,
}: Props) {
  const chosen: (string | null)[] = mapping.columns
  const choose = (at: number, field: string | null) =>
    onChoose(chosen.map((now, i) => (i === at ? field : field !== null && now === field ? null : now)))
  const options = fieldOptions(words, groups)
  return (
    <>
      <div>
        <StepHeading>Match the columns</StepHeading>
        <p className={`mt4 pretty dim ${s.lead}`}>
          {detail.file_name}, {counted(detail.total, 'row')}.{' '}
          {detail.looks_like
            ? `This looks like ${detail.looks_like}, so we matched the columns for you.`
            : 'We matched the columns we recognized.'}
        </p>
      </div>
      {detail.remembered && (
        <RememberedMapping
          detail={detail}
          remembered={detail.remembered}
          isOffline={isOffline}
          onForgotten={onForgotten}
        />
      )}
      <Notices notices={detail.notices} />
      <Problem>{problem}</Problem>
      <ul>
        {detail.columns.map((column, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <li key={i} className={`grid middle ${s.column}`}>
            <div className="stack shrink">
              <span className="break semi" id={`column-${i}`}>
                {column.header}
              </span>
              <span className="cap one">{sampleOf(column)}</span>
            </div>
            <NativeSelect
              aria-labelledby={`column-${i}`}
              data={options}
              value={chosen[i] ?? ''}
              data-unused={chosen[i] === null || undefined}
              onChange={(event) => choose(i, event.currentTarget.value || null)}
            />
          </li>
        ))}
      </ul>
      <LeftOut ignored={ignored} blank={detail.blank} />
      <div className={`flex wrap between gap12 ${s.foot}`}>
        <Discard detail={detail} isOffline={isOffline} />
        <Button onClick={onNext} disabled={problem !== undefined}>
          Continue
        </Button>
      </div>
    </>
  )
}

function fieldOptions(words: Record<string, string>, groups: Props['groups']) {
  const grouped = new Set(Object.values(groups).flat())
  const all = optionsOf({ '': 'Not imported', ...words })
  return [
    ...all.filter(({ value }) => !grouped.has(value)),
    ...Object.entries(groups).map(([group, fields]) => ({
      group,
      items: all.filter(({ value }) => fields.includes(value)),
    })),
  ]
}

function sampleOf({ unnamed, samples, filled, first_row }: ImportColumn): string {
  if (samples.length === 0) return 'Empty'
  const values = samples.join(' · ')
  return unnamed ? `No heading. ${counted(filled, 'value')} from row ${first_row}: ${values}` : values
}
