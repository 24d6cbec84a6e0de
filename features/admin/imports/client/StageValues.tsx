import { stageLabels } from '../../client/labels.ts'
import type { TargetMapping } from '../mappingContract.ts'
import { useFirmStages } from './useFirmStages.ts'
import { ValueList } from './ValueList.tsx'
import type { ValuesProps } from './ValuesStep.tsx'

/** Asks which stages of the firm the values of the stage column are. Rows with an empty cell have no stage. */
export function StageValues({
  detail,
  mapping,
  onChange,
}: Pick<ValuesProps<TargetMapping>, 'detail' | 'mapping' | 'onChange'>) {
  const stages = useFirmStages()
  const column = detail.columns[mapping.columns.indexOf('stage')]
  if (!stages || !column) return null
  return (
    <ValueList
      title="Stages"
      text="Rows with an unmatched stage will be rejected."
      values={column.values}
      words={stageLabels(stages)}
      meant={mapping.stages ?? {}}
      onChange={(meant) => onChange({ stages: meant })}
    />
  )
}
