import { Button, CloseButton } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import s from './Toasts.module.css'
import { dismissToast, type ShownToast, TOAST_MS } from './toasts.ts'

const icons = { red: IconAlertCircle, green: IconCircleCheck, gray: IconInfoCircle }

/** The timer pauses on hover and focus, so that people can reach Undo. */
export function ToastLine({ id, message, color = 'gray', undo, act, stays }: ShownToast) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (stays || isHeld) return
    const timer = setTimeout(() => dismissToast(id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, stays, isHeld])
  const Icon = icons[color]
  const takeBack = () => {
    dismissToast(id)
    void undo?.()
  }
  const run = () => {
    dismissToast(id)
    act?.run()
  }
  return (
    <li
      className={`card row wrap end ${s.toast}`}
      data-color={color}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      <p className={`break medium ${s.message}`} role={color === 'red' ? 'alert' : undefined}>
        {message}
      </p>
      {undo && (
        <Button size="compact-sm" variant="subtle" onClick={takeBack}>
          Undo
        </Button>
      )}
      {act && (
        <Button size="compact-sm" variant="subtle" onClick={run}>
          {act.label}
        </Button>
      )}
      <CloseButton aria-label="Dismiss" size={36} iconSize={16} onClick={() => dismissToast(id)} />
    </li>
  )
}
