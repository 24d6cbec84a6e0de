import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import panel from '#core/ui/sidePanel.module.css'
import type { FoundOverlap } from '../../overlaps/contract.ts'
import s from './Company.module.css'

/**
 * Colleagues who also pursue the company: only their names, company, and contact. Undefined if the server can't be
 * reached.
 */
export function CompanyOverlaps({ overlaps }: { overlaps: readonly FoundOverlap[] | undefined }) {
  if (!overlaps || overlaps.length === 0) return null
  return (
    <section aria-labelledby="company-overlaps">
      <h2 className={`cap mb8 medium ${panel.heading}`} id="company-overlaps">
        Potential Overlaps
      </h2>
      <ul className={s.overlaps}>
        {overlaps.map((one) => (
          <li key={one.target_id}>
            <OverlapIcon />
            <span>
              <b>{one.member}</b> is pursuing {one.target}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
