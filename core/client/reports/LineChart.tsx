import { UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import {
  colorOf,
  dashOf,
  formatPoints,
  highestFirst,
  type LineChartShape,
  lineShapes,
  SERIES,
} from '#core/contract/chartShapes.ts'
import { formatCell } from '#core/contract/formatCell.ts'
import { useIsNarrow } from '../useIsNarrow.ts'
import { Axes } from './Axes.tsx'
import s from './ChartView.module.css'
import { useWidth } from './useWidth.ts'

const HEIGHT = { wide: 244, narrow: 220 }

/** At first it shows the highest lines, as many as can be distinguished. */
export function LineChart({ chart: given, height: asked }: { chart: LineChartShape; height?: number | undefined }) {
  const chart = useMemo(() => highestFirst(given), [given])
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set(chart.series.slice(SERIES).map(({ name }) => name)))
  const [place, width] = useWidth<SVGSVGElement>()
  const usual = HEIGHT[useIsNarrow() ? 'narrow' : 'wide']
  const height = asked ?? usual
  const shown = chart.series.flatMap(({ name }, at) => (hidden.has(name) ? [] : [at]))
  const { each } = formatPoints(chart)
  const shapes = width > 0 ? lineShapes(chart, { width, height }, shown) : null
  const toggle = (name: string) =>
    setHidden((now) => {
      const next = new Set(now)
      if (!next.delete(name)) next.add(name)
      return next
    })
  return (
    <>
      <div className={`flex wrap gap4 ${s.legend}`}>
        {each && <span className={`nowrap dim ${s.each}`}>{each}</span>}
        {chart.series.map(({ name, values }, at) => (
          <UnstyledButton
            key={name}
            className={`inline gap6 nowrap medium rounded ${s.item}`}
            aria-pressed={!hidden.has(name)}
            title={hidden.has(name) ? `Show ${name}` : `Hide ${name}`}
            onClick={() => toggle(name)}
          >
            <svg width="22" height="8" aria-hidden>
              <line className={s.line} data-s={colorOf(at)} x1="1" x2="21" y1="4" y2="4" strokeDasharray={dashOf(at)} />
            </svg>
            {name}
            <b>
              {formatCell(
                chart.unit === 'dollars' ? 'dollars' : 'count',
                values.findLast((value) => value !== null) ?? null,
              )}
            </b>
          </UnstyledButton>
        ))}
      </div>
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
            {shapes.lines.map(({ place: at, path }) => (
              <path
                key={chart.series[at]!.name}
                className={s.line}
                data-s={colorOf(at)}
                d={path}
                strokeDasharray={dashOf(at)}
              />
            ))}
          </>
        )}
      </svg>
    </>
  )
}
