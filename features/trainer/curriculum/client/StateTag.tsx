import type { State } from '../contract.ts'
import s from './Curriculum.module.css'
import { lessonStateLabels } from './labels.ts'

const tones: Record<State, string> = { draft: 'soon', published: 'accent', archived: 'dim' }

export function StateTag({ state }: { state: State }) {
  return <span className={`small rigid semi ${tones[state]} ${s.state}`}>{lessonStateLabels[state]}</span>
}
