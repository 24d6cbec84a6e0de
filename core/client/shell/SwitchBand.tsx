import { TopBanner } from '#core/ui/TopBanner.tsx'
import s from './SwitchBand.module.css'

/** Always shown while switched to another person. */
export function SwitchBand({ as, from, onBack }: { as: string; from: string; onBack: () => void }) {
  return (
    <TopBanner
      className={s.band}
      label="Working as another person"
      more={
        <>
          . You’re signed in as <b>{from}</b>. Changes you make are recorded under both names.
        </>
      }
      back={`Switch back to ${from}`}
      onBack={onBack}
    >
      <span className="wide">You are working as </span>
      <span className="narrow">As </span>
      <b>{as}</b>
    </TopBanner>
  )
}
