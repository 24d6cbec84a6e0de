import { Link } from '#core/client/router/Link.tsx'
import { colorOf, type Donut, donutShapes, percentsOf } from '#core/contract/chartShapes.ts'
import s from './ChartView.module.css'

const SIZE = 152

export function DonutChart({ chart }: { chart: Donut }) {
  const { title, of, parts } = chart
  const percents = percentsOf(parts.map(({ count }) => count))
  const isEmpty = parts.every(({ count }) => count === 0)
  return (
    <figure className={s.donut} aria-label={title}>
      <figcaption>
        <b className="body bold">{title}</b>
        <span className="cap block">{of}</span>
      </figcaption>
      <svg width={SIZE} height={SIZE} viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden>
        {isEmpty && <circle className={s.hollow} r={SIZE / 2 - 20} />}
        {donutShapes(chart, SIZE).map(({ place, path }) => (
          <path key={parts[place]!.label} className={s.part} data-s={colorOf(place)} d={path} />
        ))}
      </svg>
      <ul>
        {parts.map(({ label, count, path }, place) => (
          <li key={label}>
            <i data-s={colorOf(place)} aria-hidden />
            <span>{label}</span>
            {path ? (
              <Link to={path} className="opens" aria-label={`${count.toLocaleString('en-US')}, ${label}`}>
                {count.toLocaleString('en-US')}
              </Link>
            ) : (
              <span>{count.toLocaleString('en-US')}</span>
            )}
            <b>{percents[place]}%</b>
          </li>
        ))}
      </ul>
    </figure>
  )
}
