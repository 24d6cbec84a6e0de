import type { ChartAxes as Shapes } from '#core/contract/chartShapes.ts'
import s from './ChartView.module.css'

export function Axes({ axes, height }: { axes: Shapes; height: number }) {
  return (
    <g aria-hidden>
      {axes.y.map(({ at, label }) => (
        <g key={label}>
          <line className={s.grid} x1={axes.left} x2={axes.right} y1={at} y2={at} />
          <text className={`size12 ${s.tick}`} x={axes.left - 10} y={at + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {axes.x.map(({ at, label }) => (
        <text key={at} className={`size12 ${s.tick}`} x={at} y={height - 4} textAnchor="middle">
          {label}
        </text>
      ))}
    </g>
  )
}
