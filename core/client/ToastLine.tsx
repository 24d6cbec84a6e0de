import '@mantine/core/styles/CloseButton.layer.css'
import { Button, CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import s from './Toasts.module.css'
import { dismissToast, type ShownToast, TOAST_MS } from './toasts.ts'

const icons = { red: 'alert-circle', green: 'circle-check', gray: 'info-circle' } as const

/** The timer pauses on hover and focus, so that people can reach Undo. */
export function ToastLine({ id, message, color = 'gray', undo, act, stays }: ShownToast) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (stays || isHeld) return
    const timer = setTimeout(() => dismissToast(id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, stays, isHeld])
  const icon = icons[color]
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
      <Icon name={icon} stroke={1.75} />
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
