import { type Filing, filingLimits, type UnfiledReason } from '../contract.ts'
import s from './EmailFiling.module.css'

const reasons: Record<UnfiledReason, string> = {
  sender: 'not sent from one of your addresses',
  automatic: 'sent by a program or a mailing list',
  unreadable: 'damaged, so we couldn’t read them',
  too_large: 'larger than 25 MB',
}

/** Says how many emails weren't filed, and why. */
export function UnfiledEmails({ unfiled }: Pick<Filing, 'unfiled'>) {
  if (unfiled.length === 0) return null
  return (
    <section className={`stack gap8 ruled ${s.part}`} aria-labelledby="filing-unfiled">
      <h3 id="filing-unfiled">Not filed in the last {filingLimits.days} days</h3>
      <ul className={`stack gap8 ${s.points}`}>
        {unfiled.map(({ reason, count }) => (
          <li key={reason}>
            {count} {count === 1 ? 'email' : 'emails'}: {reasons[reason]}
          </li>
        ))}
      </ul>
    </section>
  )
}
