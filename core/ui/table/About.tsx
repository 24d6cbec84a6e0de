import '@mantine/core/styles/Popover.layer.css'
import { Popover, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import s from './About.module.css'

/** Opens by hover, keyboard, touch, or click. Screen readers read it with the button. */
export function About({ what, children }: { what: string; children: string }) {
  const [isOpen, setOpen] = useState(false)
  const sentence = useId()
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" width={240} withRoles={false} trapFocus={false}>
      <Popover.Target>
        <UnstyledButton
          className={`dim centered round ${s.about}`}
          aria-label={`About ${what}`}
          aria-describedby={sentence}
          aria-expanded={isOpen}
          // The mouse has already opened it by hovering.
          onClick={({ detail }) => setOpen(detail > 0 || !isOpen)}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
          // Keeps a surrounding dialog open when Esc closes the explanation.
          data-mantine-stop-propagation={isOpen || undefined}
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
          onBlur={() => setOpen(false)}
        >
          <Icon name="info-circle" size={14} stroke={1.75} />
          <span id={sentence} hidden>
            {children}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={`small pretty ${s.sentence}`} aria-hidden>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
