import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { AssignSubject } from './AssignDialog.tsx'
import { useMayAssign } from './policies.ts'

const AssignDialog = lazyComponent(() => import('./AssignDialog.tsx').then((file) => file.AssignDialog))

type Props = {
  /** Lesson or category. Without it the dialog has a selection. */
  subject?: AssignSubject
  /** Fits into a list row. */
  isCompact?: boolean
}

/** Opens the assign dialog. Renders nothing for people who can't assign. */
export function AssignButton({ subject, isCompact }: Props) {
  const mayAssign = useMayAssign()
  const [isOpen, setOpen] = useState(false)
  if (!mayAssign) return null
  return (
    <>
      <Button
        variant={isCompact ? 'subtle' : 'default'}
        size={isCompact ? 'compact-sm' : 'sm'}
        leftSection={<Icon name="user-plus" size={isCompact ? 16 : 18} />}
        aria-label={subject && isCompact ? `Assign ${subject.title}` : undefined}
        onClick={() => setOpen(true)}
      >
        Assign
      </Button>
      {isOpen && <AssignDialog {...(subject && { subject })} onClose={() => setOpen(false)} />}
    </>
  )
}
