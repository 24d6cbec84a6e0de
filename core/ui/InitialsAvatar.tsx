import s from './InitialsAvatar.module.css'

/** Decorative next to the name. */
export function InitialsAvatar({ initials, tone = 'brand' }: { initials: string; tone?: 'brand' | 'accent' }) {
  return (
    <span className={`grid rigid bold brand ${s.face}`} data-tone={tone} aria-hidden>
      {initials}
    </span>
  )
}
