import s from './PeopleScreen.module.css'

const [WIDTH, HEIGHT] = [72, 24]
/** Of the axis: scores end there. */
const MOST = 100

/** A person's scores over the days, as a small line; in words for who does not see it. */
export function Trend({ scores }: { scores: readonly (number | null)[] }) {
  const known = scores.flatMap((score, at) => (score === null ? [] : [{ score, at }]))
  if (known.length < 2) return <span className={s.trend} />
  const step = WIDTH / Math.max(1, scores.length - 1)
  const points = known.map(({ score, at }) => `${at * step},${HEIGHT - 2 - (score / MOST) * (HEIGHT - 4)}`)
  const [first, last] = [known[0]!.score, known.at(-1)!.score]
  return (
    <svg className={s.trend} width={WIDTH} height={HEIGHT} role="img" aria-label={`Score from ${first} to ${last}`}>
      <polyline points={points.join(' ')} />
    </svg>
  )
}
