import { UnstyledButton } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { shortNameOf, targetLabels } from '../../client/labels.ts'
import { DEFAULT_STEP, type TargetTile } from '../../contract.ts'
import { asksForStep, openTask } from '../../facts.ts'
import s from './Tile.module.css'

type Props = { tile: TargetTile; onNextStep: () => void; onPursue: () => void }

/** The row for the next move: the step with its round check, or what is needed instead. */
export function TileStep({ tile, onNextStep, onPursue }: Props) {
  const step = openTask(tile)
  if (tile.status !== 'active')
    return (
      <UnstyledButton tabIndex={-1} className={`flex top relative ${s.step} ${s.again}`} onClick={onPursue}>
        <span className={`grid rigid ${s.check}`}>
          <Icon name="arrow-back-up" size={14} stroke={2.2} />
        </span>
        <span>
          <span className={`break pretty medium ${s.stepText}`}>{targetLabels.pursue}</span>
          <span className="hide">: {shortNameOf(tile)}</span>
          {step && tile.status === 'archived' && <span className="cap block one">{step.description}</span>}
        </span>
      </UnstyledButton>
    )
  if (!step) {
    const isAgain = asksForStep(tile)
    return (
      <UnstyledButton tabIndex={-1} className={`flex top relative ${s.step} ${s.again}`} onClick={onNextStep}>
        <span className={`grid rigid ${s.check}`}>
          <Icon name="plus" size={14} stroke={2.4} />
        </span>
        <span>
          <span className={`break pretty medium ${s.stepText}`}>{isAgain ? 'Choose a new Step' : DEFAULT_STEP}</span>
          <span className="hide">. {isAgain && `${targetLabels.takeStep}. `}</span>
          <span className="cap block">{isAgain ? 'This Target has been re-activated.' : targetLabels.takeStep}</span>
        </span>
      </UnstyledButton>
    )
  }
  return (
    <UnstyledButton
      tabIndex={-1}
      className={`flex top relative ${s.step}`}
      title={targetLabels.nextStep}
      aria-label={`${targetLabels.nextStep}: ${step.description}`}
      onClick={onNextStep}
    >
      <span className={`grid rigid ${s.check}`}>
        <Icon name="check" size={14} stroke={2.6} />
      </span>
      <span className={`break pretty medium ${s.stepText} two`}>{step.description}</span>
    </UnstyledButton>
  )
}
