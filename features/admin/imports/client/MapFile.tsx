import { type ComponentType, useMemo, useState } from 'react'
import { useQuery } from '#core/client/query.ts'
import type { Stages } from '#core/contract/stages.ts'
import { colleagues } from '#features/account/contract.ts'
import { contactFieldLabels, peopleFieldLabels, targetFieldGroups, targetFieldLabels } from '../../client/labels.ts'
import type { ImportColumn, ImportDetail, ImportKind, MappingStep } from '../contract.ts'
import { withCurrentSources } from '../mappedSources.ts'
import { withCurrentStages } from '../mappedStages.ts'
import type { ContactMapping, Mapping, PeopleMapping, TargetMapping } from '../mappingContract.ts'
import { contactProblems, ignoredColumns, peopleProblems, targetProblems } from '../mappingProblems.ts'
import { withMeanings } from '../meanings.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { ContactValues } from './ContactValues.tsx'
import s from './Import.module.css'
import { PeopleValues } from './PeopleValues.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { Steps } from './Steps.tsx'
import { TargetValues } from './TargetValues.tsx'
import { useFirmSources } from './useFirmSources.ts'
import { useFirmStages } from './useFirmStages.ts'
import { useKeptDraft } from './useKeptDraft.ts'
import type { ValuesProps } from './ValuesStep.tsx'

type Props = {
  detail: ImportDetail
  isOffline: boolean
  onStarted: () => Promise<void>
  /** Receives the import as the server has stored it. */
  onKept: (detail: ImportDetail) => void
  onForgotten: () => Promise<void>
}

type Kind<M extends Mapping> = {
  fields: (stages: Stages | null, sources: readonly string[] | null) => Record<string, string>
  groups?: Record<string, readonly string[]>
  problemsOf(
    mapping: M,
    columns: ImportColumn[],
    stages: Stages | null,
    sources: readonly string[] | null,
  ): Record<string, string>
  /** Problem that keeps a person in the Columns step. */
  stops(mapping: M, problem: string | undefined): string | undefined
  Values: ComponentType<ValuesProps<M>>
}
const targets: Kind<TargetMapping> = {
  fields: targetFieldLabels,
  groups: targetFieldGroups,
  problemsOf: targetProblems,
  // A person chooses a stand-in, or none, in the Values step.
  stops: ({ columns }, problem) => (columns.every((field) => field === null) ? problem : undefined),
  Values: TargetValues,
}
const people: Kind<PeopleMapping> = {
  fields: () => peopleFieldLabels,
  problemsOf: peopleProblems,
  stops: (_, problem) => problem,
  Values: PeopleValues,
}
const contacts: Kind<ContactMapping> = {
  fields: () => contactFieldLabels,
  problemsOf: contactProblems,
  stops: (_, problem) => problem,
  Values: ContactValues,
}
const kinds = { targets, people, contacts } as Record<ImportKind, unknown> as Record<ImportKind, Kind<Mapping>>

/**
 * Asks for the columns and values of an uploaded file and shows a preview. Choices survive going back and forth and a
 * reload.
 */
export function MapFile({ detail, isOffline, onStarted, onKept, onForgotten }: Props) {
  const { fields, groups = {}, problemsOf, stops, Values } = kinds[detail.kind]
  const [step, setStep] = useState<MappingStep>(detail.draft?.step ?? 'Columns')
  const [stages, sources] = [useFirmStages(), useFirmSources()]
  const [chosen, setMapping] = useState((detail.draft?.mapping ?? detail.suggestion) as Mapping)
  // A new object at each rendering would be sent as another draft each time.
  const mapping = useMemo(
    () => ('statuses' in chosen ? withCurrentSources(withCurrentStages(chosen, stages), sources) : chosen),
    [chosen, stages, sources],
  )
  const firm = useQuery(colleagues, detail.kind === 'people' ? null : undefined).value
  // Names in the file are matched to all of the firm's people, not to the first of them.
  const owners = firm?.next === null ? firm.users : []
  useKeptDraft(detail, mapping, step, onKept)
  const problems = problemsOf(mapping, detail.columns, stages, sources)
  const ignored = ignoredColumns(detail.columns, mapping)
  const common = { detail, mapping, isOffline, ignored }
  return (
    <section className={`stack gap24 ${s.flow}`} aria-label={`Import ${detail.file_name}`}>
      <Steps at={step} onGo={(to) => to !== 'File' && setStep(to)} />
      {step === 'Columns' && (
        <ColumnsStep
          {...common}
          words={fields(stages, sources)}
          groups={groups}
          problem={stops(mapping, problems.columns)}
          onChoose={(columns) =>
            // Values that a person chose survive another choice of columns.
            setMapping((now) => withMeanings({ ...now, columns } as Mapping, detail.columns, owners, stages))
          }
          onForgotten={onForgotten}
          onNext={() => setStep('Values')}
        />
      )}
      {step === 'Values' && (
        <Values
          {...common}
          people={owners}
          problems={problems}
          onChange={(part) => setMapping((now) => ({ ...now, ...part }) as Mapping)}
          onBack={() => setStep('Columns')}
          onNext={() => setStep('Preview')}
        />
      )}
      {step === 'Preview' && <PreviewStep {...common} onBack={() => setStep('Values')} onStarted={onStarted} />}
    </section>
  )
}
