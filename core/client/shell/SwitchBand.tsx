import { Button } from '@mantine/core'
import { IconArrowBackUp, IconUsers } from '@tabler/icons-react'
import s from './SwitchBand.module.css'

/** Always there under another's name: both names, and the way back. */
export function SwitchBand({ as, from, onBack }: { as: string; from: string; onBack: () => void }) {
  return (
    <section className={s.band} aria-label="Working as another person">
      <IconUsers size={18} stroke={1.75} aria-hidden />
      <span>
        <span className="wide">You are working as </span>
        <span className="narrow">As </span>
        <b>{as}</b>
        <span className={s.more}>
          . You signed in as <b>{from}</b>. What you change here is recorded under both names.
        </span>
      </span>
      <Button size="compact-sm" leftSection={<IconArrowBackUp size={16} />} className={s.back} onClick={onBack}>
        Switch back to {from}
      </Button>
    </section>
  )
}
