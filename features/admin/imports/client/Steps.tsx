import { Icon } from '#core/ui/Icon.tsx'
import s from './Import.module.css'

export const importSteps = ['File', 'Columns', 'Values', 'Preview'] as const
export type ImportStep = (typeof importSteps)[number]

export function Steps({ at, onGo }: { at: ImportStep; onGo?: (step: ImportStep) => void }) {
  const here = importSteps.indexOf(at)
  return (
    <ol className={`flex ${s.steps}`} aria-label="Steps of the import">
      {importSteps.map((name, i) => {
        const mark = (
          <span className={`num strong ${s.mark}`}>
            {i < here ? <Icon name="check" size={14} stroke={2} /> : i + 1}
          </span>
        )
        const canGo = onGo && i > 0 && i < here
        return (
          <li
            key={name}
            className={`dim ${s.step}`}
            aria-current={i === here ? 'step' : undefined}
            data-done={i < here || undefined}
          >
            {canGo ? (
              <button type="button" className={`inline gap8 ${s.stepButton}`} onClick={() => onGo(name)}>
                {mark}
                {name}
              </button>
            ) : (
              <span className={`inline gap8 ${s.stepButton}`}>
                {mark}
                {name}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
