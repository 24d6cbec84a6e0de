import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { useStages } from './useStages.ts'

type Props = {
  /** The stage now, null for none, undefined if several Targets differ. */
  stage: string | null | undefined
  onStage: (stage: string | null) => void
}

/** 'No stage' has no ID. */
const NONE = 'none'

/** Menu items for the stages of the firm. */
export function StageItems({ stage, onStage }: Props) {
  const { stages } = useStages()
  return (
    <Menu.RadioGroup
      value={stage === undefined ? '' : (stage ?? NONE)}
      onChange={(value) => onStage(value === NONE ? null : value)}
    >
      {stages.inOrder.map(({ id, name, chance }) => (
        <Menu.RadioItem key={id} value={id} closeMenuOnClick rightSection={<span className="cap num">{chance}%</span>}>
          {name}
        </Menu.RadioItem>
      ))}
      <Menu.RadioItem value={NONE} closeMenuOnClick>
        No stage
      </Menu.RadioItem>
    </Menu.RadioGroup>
  )
}
