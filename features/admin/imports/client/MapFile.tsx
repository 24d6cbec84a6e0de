import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useAnswer } from '#core/client/useAnswer.ts'
import { routes as account } from '#features/account/contract.ts'
import { peopleFieldWords, targetFieldWords } from '../../client/words.ts'
import type { ImportDetail, PeopleMapping, TargetMapping } from '../contract.ts'
import { peopleProblems, targetProblems } from '../mappingProblems.ts'
import { suggestRoles, suggestValues } from '../valueSuggestions.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import s from './Import.module.css'
import { PeopleValues } from './PeopleValues.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { type ImportStep, Steps } from './Steps.tsx'
import { TargetValues } from './TargetValues.tsx'

type Props = { detail: ImportDetail; isOffline: boolean; onStarted: () => Promise<void> }

/** Columns, values and preview of a file that is uploaded; what was chosen stays when going back and forth. */
export function MapFile(props: Props) {
  return props.detail.kind === 'targets' ? <MapTargets {...props} /> : <MapPeople {...props} />
}

function MapTargets({ detail, isOffline, onStarted }: Props) {
  const [step, setStep] = useState<ImportStep>('Columns')
  const [mapping, setMapping] = useState(detail.suggestion as TargetMapping)
  const { answer } = useAnswer('users', () => call(account.users, {}))
  const people = answer?.users ?? []
  const problems = targetProblems(mapping, detail.columns)
  const choose = (columns: TargetMapping['columns']) => {
    const found = suggestValues(detail.columns, columns, people)
    // What was chosen by hand outlives another choice of columns.
    setMapping((now) => ({
      ...now,
      columns,
      statuses: { ...found.statuses, ...now.statuses },
      owners: { ...found.owners, ...now.owners },
      types: { ...found.types, ...now.types },
      values: { ...found.values, ...now.values },
      date_order: found.date_order ?? now.date_order,
    }))
  }
  const common = { detail, isOffline, problems }
  return (
    <section className={s.flow} aria-label={`Import ${detail.file_name}`}>
      <Steps at={step} onGo={setStep} />
      {step === 'Columns' && (
        <ColumnsStep
          {...common}
          words={targetFieldWords}
          chosen={mapping.columns}
          // A stand-in or nothing at all is chosen with the values.
          problem={mapping.columns.every((field) => field === null) ? problems.columns : undefined}
          onChoose={(columns) => choose(columns as TargetMapping['columns'])}
          onNext={() => setStep('Values')}
        />
      )}
      {step === 'Values' && (
        <TargetValues
          {...common}
          mapping={mapping}
          people={people}
          onChange={(part) => setMapping((now) => ({ ...now, ...part }))}
          onBack={() => setStep('Columns')}
          onNext={() => setStep('Preview')}
        />
      )}
      {step === 'Preview' && (
        <PreviewStep
          detail={detail}
          isOffline={isOffline}
          mapping={mapping}
          onBack={() => setStep('Values')}
          onStarted={onStarted}
        />
      )}
    </section>
  )
}

function MapPeople({ detail, isOffline, onStarted }: Props) {
  const [step, setStep] = useState<ImportStep>('Columns')
  const [mapping, setMapping] = useState(detail.suggestion as PeopleMapping)
  const problems = peopleProblems(mapping, detail.columns)
  const common = { detail, isOffline, problems }
  return (
    <section className={s.flow} aria-label={`Import ${detail.file_name}`}>
      <Steps at={step} onGo={setStep} />
      {step === 'Columns' && (
        <ColumnsStep
          {...common}
          words={peopleFieldWords}
          chosen={mapping.columns}
          problem={problems.columns}
          onChoose={(chosen) => {
            const columns = chosen as PeopleMapping['columns']
            setMapping((now) => ({
              ...now,
              columns,
              roles: { ...suggestRoles(detail.columns, columns), ...now.roles },
            }))
          }}
          onNext={() => setStep('Values')}
        />
      )}
      {step === 'Values' && (
        <PeopleValues
          {...common}
          mapping={mapping}
          onChange={(part) => setMapping((now) => ({ ...now, ...part }))}
          onBack={() => setStep('Columns')}
          onNext={() => setStep('Preview')}
        />
      )}
      {step === 'Preview' && (
        <PreviewStep
          detail={detail}
          isOffline={isOffline}
          mapping={mapping}
          onBack={() => setStep('Values')}
          onStarted={onStarted}
        />
      )}
    </section>
  )
}
