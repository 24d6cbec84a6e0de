import { formatAmount } from '#core/contract/money.ts'
import { WON_REVENUE } from '#features/targets/pastContract.ts'
import { number } from '../../client/labels.ts'
import type { MappingPart } from '../contract.ts'
import s from './Import.module.css'

export type ImportFigure = { label: string; count: number; tone?: 'good' | 'bad' }

export function Figures({ figures, parts }: { figures: ImportFigure[]; parts: MappingPart[] }) {
  return (
    <>
      <dl className={`flex wrap ${s.figures}`}>
        {figures.map(({ label, count, tone }) => (
          <div key={label} className="flex">
            <dt className="dim">{label}</dt>
            <dd className={`num ${tone ?? ''}`}>{number(count)}</dd>
          </div>
        ))}
      </dl>
      {parts.length > 0 && (
        <dl className={`flex wrap ${s.parts}`}>
          {parts.map(({ label, count }) => (
            <div key={label} className="flex gap8">
              <dt>{label === WON_REVENUE ? 'Won revenue' : label}</dt>
              <dd className="num strong">{label === WON_REVENUE ? formatAmount(count) : number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
