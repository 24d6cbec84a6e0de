import type { State } from '../contract.ts'
import s from './Curriculum.module.css'
import { lessonStateLabels } from './labels.ts'

export function StateTag({ state }: { state: State }) {
  return (
    <span className={`cap rigid semi ${s.state}`} data-state={state}>
      {lessonStateLabels[state]}
    </span>
  )
}
