import { Button } from '@mantine/core'
import { IconSettings2 } from '@tabler/icons-react'
import { useTargetDialogs } from '../../client/TargetDialogs.tsx'
import s from '../../list/client/Toolbar.module.css'

export function ControlsButton() {
  const dialogs = useTargetDialogs()
  return (
    <Button
      variant="default"
      className={`rigid medium ${s.ctl}`}
      aria-haspopup="dialog"
      leftSection={<IconSettings2 size={18} stroke={1.6} aria-hidden />}
      onClick={() => dialogs.controls()}
    >
      Controls
    </Button>
  )
}
