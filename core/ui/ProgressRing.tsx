import type { ReactNode } from 'react'
import s from './ProgressRing.module.css'

/** Filled to `value` of 100. Decorative: put the number in text next to it. */
export function ProgressRing({
  value,
  size,
  thickness,
  className,
  children,
}: {
  value: number
  size: number
  thickness: number
  className?: string
  children?: ReactNode
}) {
  const radius = (size * 0.9 - thickness * 2) / 2
  const length = 2 * Math.PI * radius
  const circle = { cx: size / 2, cy: size / 2, r: radius, strokeWidth: thickness }
  const part = Math.min(100, Math.max(0, value)) / 100
  return (
    <span
      className={`grid rigid relative centered ${s.ring} ${className ?? ''}`}
      style={{ width: size, height: size }}
      aria-hidden
    >
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle {...circle} stroke="var(--pu-sunken)" />
        {part > 0 && (
          <circle
            {...circle}
            stroke="var(--pu-accent)"
            strokeDasharray={length}
            strokeDashoffset={length * (1 - part)}
          />
        )}
      </svg>
      {children}
    </span>
  )
}
