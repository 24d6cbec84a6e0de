import s from './ShareBar.module.css'

/** Draws a share as a thin bar. The number is next to it, so screen readers skip the bar. */
export function ShareBar({ percent, className }: { percent: number; className: string | undefined }) {
  return (
    <span className={`clip sunken ${s.bar} ${className}`} aria-hidden>
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}
