import { Button } from '@mantine/core'
import type { StageOutcome } from '../contract.ts'
import { hitRate } from '../hitRate.ts'

type Props = {
  /** Percent, as the firm says. */
  says: number
  outcome: StageOutcome | undefined
  isDisabled: boolean
  onUse: (chance: number) => void
}

/** Compares a stage's chance with what was won. Nothing is said of few Targets. */
export function HitRateLine({ says, outcome, isDisabled, onUse }: Props) {
  const rate = outcome && hitRate(outcome.won, outcome.closed)
  if (!rate) return null
  return (
    <p className="row wrap gap8 cap num">
      <span>
        You say {says}%. Of {outcome.closed.toLocaleString('en-US')}, {rate.won}% were won ({rate.from} to {rate.to}).
      </span>
      {rate.won !== says && (
        <Button size="compact-sm" variant="default" disabled={isDisabled} onClick={() => onUse(rate.won)}>
          Use {rate.won}%
        </Button>
      )}
    </p>
  )
}
