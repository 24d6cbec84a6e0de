import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import type { Level } from '#core/contract/notice.ts'
import s from './AccountPage.module.css'

const levels: Record<Level, { label: string; why: string }> = {
  asks: {
    label: 'Only what asks me',
    why: 'You get an email or a push only when something needs your answer or your action.',
  },
  daily: {
    label: 'Daily',
    why: 'What asks you comes right away. The rest comes in daily and weekly emails or waits in your notifications.',
  },
  everything: { label: 'Everything', why: 'Every switch below is on.' },
}

/** `level` is null when the person set the switches individually. */
type Props = { level: Level | null; isOff: boolean; onChoose: (level: Level) => void }

/** Chooses how many notifications leave the app. */
export function LevelChoice({ level, isOff, onChoose }: Props) {
  return (
    <Radio.Group
      label="How much do you want to hear?"
      value={level ?? 'custom'}
      onChange={(chosen) => {
        // Disabling a radio loses focus and the arrow keys. While a choice is sent, the radios ignore input instead.
        if (!isOff && chosen !== 'custom') onChoose(chosen as Level)
      }}
      className={s.levels}
    >
      {Object.entries(levels).map(([name, { label, why }]) => (
        <Radio key={name} value={name} label={label} description={why} aria-disabled={isOff || undefined} />
      ))}
      {level === null && <Radio value="custom" label="Custom" description="You chose the switches below one by one." />}
    </Radio.Group>
  )
}
