import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { WantedRecipients } from './scheduleForm.ts'

const SchedulePanel = lazyComponent(() => import('./SchedulePanel.tsx').then((file) => file.SchedulePanel))

/** Opens the dialog that schedules a report by email, next to its exports. */
export function MailReport({ wanted, isOffline }: { wanted: WantedRecipients; isOffline: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        disabled={isOffline}
        leftSection={<Icon name="mail-forward" />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        Email this report
      </Button>
      {isOpen && <SchedulePanel of={wanted} onClose={() => setOpen(false)} />}
    </>
  )
}
