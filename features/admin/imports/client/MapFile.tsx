import { type ComponentProps, type ReactNode, useState } from 'react'
import { useQuery } from '#core/client/query.ts'
import { colleagues } from '#features/account/contract.ts'
import { peopleFieldLabels, targetFieldLabels } from '../../client/labels.ts'
import type { ImportDetail, Mapping, MappingStep, PeopleMapping, TargetMapping } from '../contract.ts'
import { ignoredColumns } from '../ignored.ts'
import { peopleProblems, targetProblems } from '../mappingProblems.ts'
import { suggestRoles, suggestValues } from '../valueSuggestions.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import s from './Import.module.css'
import { PeopleValues } from './PeopleValues.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { Steps } from './Steps.tsx'
import { TargetValues } from './TargetValues.tsx'
import { useKeptDraft } from './useKeptDraft.ts'

type Props = {
  detail: ImportDetail
  isOffline: boolean
  onStarted: () => Promise<void>
  /** Receives the import as the server has stored it. */
  onKept: (detail: ImportDetail) => void
  onForgotten: () => Promise<void>
}

/**
 * Asks for the columns and values of an uploaded file and shows a preview. Choices survive going back and forth and a
 * reload.
 */
export function MapFile(props: Props) {
  return props.detail.kind === 'targets' ? <MapTargets {...props} /> : <MapPeople {...props} />
}

type Go = { onBack: () => void; onNext: () => void }
type FlowProps = Props & {
  mapping: Mapping
  columns: Pick<ComponentProps<typeof ColumnsStep>, 'words' | 'chosen' | 'problem' | 'onChoose'>
  values: (go: Go) => ReactNode
}

/** Runs the three steps shared by both kinds of imports. */
function Flow({ detail, isOffline, onStarted, onKept, onForgotten, mapping, columns, values }: FlowProps) {
  const [step, setStep] = useState<MappingStep>(detail.draft?.step ?? 'Columns')
  useKeptDraft(detail, mapping, step, onKept)
  const common = { detail, isOffline }
  const ignored = ignoredColumns(detail.columns, mapping)
  return (
    <section className={`stack gap24 ${s.flow}`} aria-label={`Import ${detail.file_name}`}>
      <Steps at={step} onGo={(to) => to !== 'File' && setStep(to)} />
      {step === 'Columns' && (
        <ColumnsStep
          {...common}
          {...columns}
          ignored={ignored}
          onForgotten={onForgotten}
          onNext={() => setStep('Values')}
        />
      )}
      {step === 'Values' && values({ onBack: () => setStep('Columns'), onNext: () => setStep('Preview') })}
      {step === 'Preview' && (
        <PreviewStep
          {...common}
          mapping={mapping}
          ignored={ignored}
          onBack={() => setStep('Values')}
          onStarted={onStarted}
        />
      )}
    </section>
  )
}

function MapTargets(props: Props) {
  const { detail } = props
  const [mapping, setMapping] = useState((detail.draft?.mapping ?? detail.suggestion) as TargetMapping)
  const people = useQuery(colleagues, undefined).value?.users ?? []
  const problems = targetProblems(mapping, detail.columns)
  const choose = (columns: TargetMapping['columns']) => {
    const found = suggestValues(detail.columns, columns, people)
    // Values that a person chose survive another choice of columns.
    setMapping((now) => ({
      ...now,
      columns,
      statuses: { ...found.statuses, ...now.statuses },
      owners: { ...found.owners, ...now.owners },
      types: { ...found.types, ...now.types },
      values: { ...found.values, ...now.values },
      date_order: found.date_order ?? now.date_order,
      amount_notation: found.amount_notation ?? now.amount_notation,
    }))
  }
  return (
    <Flow
      {...props}
      mapping={mapping}
      columns={{
        words: targetFieldLabels,
        chosen: mapping.columns,
        // A person chooses a stand-in, or none, in the Values step.
        problem: mapping.columns.every((field) => field === null) ? problems.columns : undefined,
        onChoose: (columns) => choose(columns as TargetMapping['columns']),
      }}
      values={(go) => (
        <TargetValues
          {...go}
          detail={detail}
          mapping={mapping}
          people={people}
          problems={problems}
          onChange={(part) => setMapping((now) => ({ ...now, ...part }))}
        />
      )}
    />
  )
}

function MapPeople(props: Props) {
  const { detail } = props
  const [mapping, setMapping] = useState((detail.draft?.mapping ?? detail.suggestion) as PeopleMapping)
  const problems = peopleProblems(mapping, detail.columns)
  const choose = (columns: PeopleMapping['columns']) =>
    setMapping((now) => ({ ...now, columns, roles: { ...suggestRoles(detail.columns, columns), ...now.roles } }))
  return (
    <Flow
      {...props}
      mapping={mapping}
      columns={{
        words: peopleFieldLabels,
        chosen: mapping.columns,
        problem: problems.columns,
        onChoose: (columns) => choose(columns as PeopleMapping['columns']),
      }}
      values={(go) => (
        <PeopleValues
          {...go}
          detail={detail}
          mapping={mapping}
          problems={problems}
          onChange={(part) => setMapping((now) => ({ ...now, ...part }))}
        />
      )}
    />
  )
}
