import { formatAmount } from '#core/contract/money.ts'
import { WON_REVENUE } from '#features/targets/pastContract.ts'
import { number } from '../../client/labels.ts'
import type { MappingPart } from '../contract.ts'
import s from './Import.module.css'

export type ImportFigure = { label: string; count: number; tone?: 'won' | 'over' }

export function Figures({ figures, parts }: { figures: ImportFigure[]; parts: MappingPart[] }) {
  return (
    <>
      <dl className={`flex wrap ${s.figures}`}>
        {figures.map(({ label, count, tone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num" data-tone={tone}>
              {number(count)}
            </dd>
          </div>
        ))}
      </dl>
      {parts.length > 0 && (
        <dl className={`flex wrap ${s.parts}`}>
          {parts.map(({ label, count }) => (
            <div key={label}>
              <dt>{label === WON_REVENUE ? 'Won revenue' : label}</dt>
              <dd className="num">{label === WON_REVENUE ? formatAmount(count) : number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
