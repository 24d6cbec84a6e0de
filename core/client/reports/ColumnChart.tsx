import { type Bars, barShapes, colorOf } from '#core/contract/chartShapes.ts'
import { formatCell } from '#core/contract/formatCell.ts'
import { Axes } from './Axes.tsx'
import s from './ChartView.module.css'
import { useWidth } from './useWidth.ts'

const HEIGHT = 220

/** The second series is hatched, to be distinguishable without color. */
export function ColumnChart({ chart, height = HEIGHT }: { chart: Bars; height?: number | undefined }) {
  const [place, width] = useWidth<SVGSVGElement>()
  const shapes = width > 0 ? barShapes(chart, { width, height }) : null
  const kind = chart.unit === 'dollars' ? 'dollars' : 'count'
  return (
    <>
      {chart.series.length > 1 && (
        <div className={`flex wrap gap4 ${s.legend}`}>
          {chart.series.map(({ name }, at) => (
            <span key={name} className={`inline gap6 nowrap medium rounded ${s.item}`}>
              <svg width="12" height="12" aria-hidden>
                <rect className={s.bars} data-s={colorOf(at)} width="12" height="12" rx="3" />
              </svg>
              {name}
            </span>
          ))}
        </div>
      )}
      <svg
        ref={place}
        className="block fill"
        height={height}
        role="img"
        aria-label={`${chart.title}. The same data is in the table.`}
      >
        {shapes && (
          <>
            <Axes axes={shapes} height={height} />
            {shapes.bars.map(({ place: at, label, value, ...box }) => (
              <rect key={`${at} ${label}`} className={s.bars} data-s={colorOf(at)} rx={2} {...box}>
                <title>{`${label}, ${chart.series[at]!.name}: ${formatCell(kind, value)}`}</title>
              </rect>
            ))}
          </>
        )}
      </svg>
    </>
  )
}
