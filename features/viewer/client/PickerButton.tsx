import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { BarPopover } from '#core/client/shell/BarPopover.tsx'
import { BarSheet } from '#core/client/shell/BarSheet.tsx'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { IconName } from '#core/ui/iconNames.ts'
import s from './Picker.module.css'

type Props = {
  /** Name of what is selected. */
  label: string
  /** Current selection. */
  chosen: string
  icon: IconName
  width: number
  /** Renders the options. `close` closes the menu. */
  children: (close: () => void) => ReactNode
}

/** Button that shows the selection and opens the options next to it, or from below on phones. */
export function PickerButton({ label, chosen, icon, width, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isNarrow = useIsNarrow()
  const Over = isNarrow ? BarSheet : BarPopover
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="shrink relative">
      <Button
        ref={button}
        variant="default"
        className={s.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${label}. Now: ${chosen}`}
        leftSection={isNarrow ? undefined : <Icon name={icon} />}
        rightSection={<Icon name="chevron-down" size={16} stroke={1.75} />}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen}
      </Button>
      {isOpen && (
        <Over label={label} width={width} onClose={close}>
          {children(close)}
        </Over>
      )}
    </div>
  )
}
