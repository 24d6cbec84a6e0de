import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu, UnstyledButton } from '@mantine/core'
import { useToday } from '#core/client/useToday.ts'
import { formatAmount } from '#core/contract/money.ts'
import { chanceOf, currentStage, formatClose, isPassed, weightedOf } from '#core/contract/stages.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { type Target, targetLabel } from '../../contract.ts'
import { daysIn } from '../daysInStage.ts'
import s from './Outlook.module.css'
import { StageItems } from './StageItems.tsx'
import { useStages } from './useStages.ts'

/** Stage, expected close, and chance in the summary of a Target, and what they make of its amount. */
export function OutlookFacts({ target }: { target: Target }) {
  const { stages } = useStages()
  const today = useToday()
  const chance = chanceOf(target, stages)
  const weighted = weightedOf(target, stages)
  const { expected_close: close } = target
  return (
    <>
      <div>
        <dt>Stage</dt>
        <dd>
          <StageFact target={target} />
        </dd>
      </div>
      <div>
        <dt>{targetLabel('expected_close')}</dt>
        <dd className={close ? undefined : 'dim'}>
          {close ? formatClose(close) : 'Not chosen'}
          {close && target.status === 'active' && isPassed(close, today) && <span className="bad"> Passed</span>}
        </dd>
      </div>
      <div>
        <dt>{targetLabel('chance')}</dt>
        <dd className={chance === null ? 'dim' : 'num'}>
          {chance === null ? 'Not chosen' : `${chance}%`}
          {chance !== null && (target.chance ?? null) === null && <span className="cap"> from its stage</span>}
        </dd>
      </div>
      {weighted !== null && weighted > 0 && target.status === 'active' && (
        <div>
          <dt title="The projected amount times the chance">Weighted</dt>
          <dd className="num">{formatAmount(weighted)}</dd>
        </div>
      )}
    </>
  )
}

/** A closed Target keeps its stage. */
function StageFact({ target }: { target: Target }) {
  const { stages } = useStages()
  const today = useToday()
  const actions = useTargetActions()
  const stage = currentStage(stages, target.stage)
  const name = stage?.name ?? 'No stage'
  if (target.status !== 'active') return name
  const days = daysIn(target, today)
  return (
    <Menu position="bottom-end" withinPortal={false} width={208} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={`inline gap4 rounded hoverFill ${s.stage}`} title={stage?.meaning || undefined}>
          {name}
          <Icon name="chevron-down" size={16} stroke={1.75} className="dim" />
          <span className="hide">. Move to another stage</span>
        </UnstyledButton>
      </Menu.Target>
      {days !== null && <span className="cap"> {days}</span>}
      <Menu.Dropdown>
        <StageItems stage={stage?.id ?? null} onStage={(to) => actions.move(target.id, to)} />
      </Menu.Dropdown>
    </Menu>
  )
}
