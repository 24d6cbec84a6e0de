import { Icon } from '#core/ui/Icon.tsx'
import s from './Matrix.module.css'

type Props = {
  name: string
  /** 100 shows a check, 0 a dot. */
  percent: number
  words?: { all: string; none: string }
}

/** Shows a matrix cell: a check, a percentage, or not started. */
export function MatrixMark({ name, percent, words = { all: 'done', none: 'not started' } }: Props) {
  if (percent === 0)
    return (
      <span
        className={`grid relative num centered size12 ${s.none}`}
        role="img"
        aria-label={`${name}: ${words.none}`}
        title={name}
      />
    )
  if (percent === 100)
    return (
      <span
        className={`grid relative num accent centered size12 ${s.all}`}
        role="img"
        aria-label={`${name}: ${words.all}`}
        title={name}
      >
        <Icon name="check" size={16} stroke={2} />
      </span>
    )
  return (
    <span className={`grid relative num centered size12 ${s.part}`} title={name}>
      {percent}
      <i aria-hidden style={{ width: `${percent}%` }} />
    </span>
  )
}
