import { Popover, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import s from './About.module.css'

/** A sentence behind an 'i': opened by hovering, keyboard, touch and click; screen readers have it with the button. */
export function About({ what, children }: { what: string; children: string }) {
  const [isOpen, setOpen] = useState(false)
  const sentence = useId()
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" width={240} withRoles={false} trapFocus={false}>
      <Popover.Target>
        <UnstyledButton
          className={s.about}
          aria-label={`About ${what}`}
          aria-describedby={sentence}
          aria-expanded={isOpen}
          // A pointer that rests on it has opened it already; keys close it again.
          onClick={({ detail }) => setOpen(detail > 0 || !isOpen)}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
          // A dialog around it stays when Esc closes the sentence.
          data-mantine-stop-propagation={isOpen || undefined}
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
          onBlur={() => setOpen(false)}
        >
          <IconInfoCircle size={14} stroke={1.75} aria-hidden />
          <span id={sentence} hidden>
            {children}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={s.sentence} aria-hidden>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
