import s from './PeopleScreen.module.css'

const [WIDTH, HEIGHT] = [72, 24]
/** Highest value of the axis, since scores end there. */
const MOST = 100

/** Draws a person's scores over time as a small line, with a text alternative. */
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
