import { shortNameOf, targetLabels } from '../../client/labels.ts'
import { DEFAULT_STEP, type TargetTile } from '../../contract.ts'
import { asksForStep, openTask } from '../../facts.ts'
import s from './Tile.module.css'

/** The row for the next move: the step with its round check, or what is needed instead. */
export function TileStep({ tile }: { tile: TargetTile }) {
  const step = openTask(tile)
  const isActive = tile.status === 'active'
  if (step && isActive)
    return (
      <button
        type="button"
        tabIndex={-1}
        className={`bare flex top relative ${s.step}`}
        title={targetLabels.nextStep}
        aria-label={`${targetLabels.nextStep}: ${step.description}`}
        data-act="step"
        data-mark="done"
      >
        <span className={`break pretty medium ${s.stepText} two`}>{step.description}</span>
      </button>
    )
  const isAgain = asksForStep(tile)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`bare flex top relative ${s.step} ${s.again}`}
      data-act={isActive ? 'step' : 'pursue'}
      data-mark={isActive ? 'add' : 'again'}
    >
      {isActive ? (
        <span>
          <span className={`break pretty medium ${s.stepText}`}>{isAgain ? 'Choose a new Step' : DEFAULT_STEP}</span>
          <span className="hide">. {isAgain && `${targetLabels.takeStep}. `}</span>
          <span className="cap block">{isAgain ? 'This Target has been re-activated.' : targetLabels.takeStep}</span>
        </span>
      ) : (
        <span>
          <span className={`break pretty medium ${s.stepText}`}>{targetLabels.pursue}</span>
          <span className="hide">: {shortNameOf(tile)}</span>
          {step && tile.status === 'archived' && <span className="cap block one">{step.description}</span>}
        </span>
      )}
    </button>
  )
}
