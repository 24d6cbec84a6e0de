import { Button } from '@mantine/core'
import { IconSettings2 } from '@tabler/icons-react'
import { targetDialogs } from '../../client/dialogs.ts'
import s from '../../list/client/Toolbar.module.css'

export function ControlsButton() {
  return (
    <Button
      variant="default"
      className={`rigid medium ${s.ctl}`}
      aria-haspopup="dialog"
      leftSection={<IconSettings2 size={18} stroke={1.6} aria-hidden />}
      onClick={() => targetDialogs.controls()}
    >
      Controls
    </Button>
  )
}
