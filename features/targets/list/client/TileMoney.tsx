import { bothForms, INTANGIBLE } from '#core/contract/money.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { TargetTile } from '../../contract.ts'
import s from './Tile.module.css'

/** The won amount, or the projected one before that. */
export function TileMoney({ tile }: { tile: TargetTile }) {
  const { revenue, projected_revenue: projected } = tile
  return (
    <span className={s.money}>
      {revenue !== null && (
        <span className={`inline gap4 good ${s.won}`}>
          <Icon name="trophy" size={14} stroke={2} />
          <Amount amount={revenue} />
          <span className="hide"> won</span>
        </span>
      )}
      {projected === INTANGIBLE && revenue === null && (
        <span className="dim">
          Intangible<span className="hide"> projected</span>
        </span>
      )}
      {projected !== null && projected !== INTANGIBLE && revenue === null && (
        <>
          <Amount amount={projected} /> <span className={`size12 regular dim ${s.unit}`}>projected</span>
        </>
      )}
    </span>
  )
}

/** Shows the full amount, or the short form in tight spaces. */
function Amount({ amount }: { amount: number }) {
  const { long, short } = bothForms(amount)
  if (long === short) return long
  return (
    <>
      <span className={s.long}>{long}</span>
      <span className={s.short} title={long}>
        {short}
      </span>
    </>
  )
}
