import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { switchAddressOf } from '#core/client/switchAddress.ts'
import { useTitle } from '#core/client/title.ts'
import { BackLink } from '#core/ui/BackLink.tsx'
import { AuditLog } from '../../audit/client/AuditLog.tsx'
import { counted } from '../../client/labels.ts'
import { placePath } from '../../client/place.ts'
import { StepHeading } from '../../imports/client/StepHeading.tsx'
import p from '../../people/client/People.module.css'
import { firmQuery } from '../queries.ts'
import { FirmClosing } from './FirmClosing.tsx'
import { FirmDomains } from './FirmDomains.tsx'
import { FirmExporting } from './FirmExporting.tsx'
import { InviteAdminDialog } from './InviteAdminDialog.tsx'
import { Subscriptions } from './Subscriptions.tsx'

export function FirmPage({ id, isOffline }: { id: string; isOffline: boolean }) {
  const asked = useQuery(firmQuery, id)
  const { value: firm, refresh: reload } = asked
  const [isInviting, setInviting] = useState(false)
  const [isReading, setReading] = useState(false)
  useTitle(firm ? `${firm.name} · Admin` : 'Firms · Admin')
  return (
    <div className={`stack ${p.page}`}>
      <div>
        <BackLink to={placePath('firms')}>Firms</BackLink>
        {firm && (
          <div>
            <StepHeading>{firm.name}</StepHeading>
            <p className="mt4 break dim">
              {[counted(firm.people, 'person', 'people'), firm.category_name, firm.time_zone].join(' · ')}
            </p>
          </div>
        )}
      </div>
      <AnswerState isAwaited of={asked} />
      {firm && (
        <>
          <Subscriptions firm={firm} isOffline={isOffline} onChanged={reload} />
          <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-admins">
            <div className={`row wrap between ${p.head}`}>
              <h3 id="firm-admins">{firm.is_vendor ? 'Operators and admins' : 'Admins'}</h3>
              <Button variant="default" disabled={isOffline} onClick={() => setInviting(true)}>
                Invite an admin
              </Button>
            </div>
            <ul className={p.rows}>
              {firm.admins.map((admin) => (
                <li key={admin.id}>
                  <span className="stack shrink">
                    <strong>{admin.name}</strong>
                    <span className="cap break">{admin.email}</span>
                  </span>
                  {!admin.has_signed_in && <span className="dim">Not signed in yet</span>}
                  {!firm.is_vendor && (
                    <Button
                      component="a"
                      href={switchAddressOf(admin.id)}
                      variant="default"
                      data-disabled={isOffline || undefined}
                    >
                      Work as {admin.name}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <FirmDomains firm={firm} isOffline={isOffline} onChanged={reload} />
          <FirmExporting firm={firm} isOffline={isOffline} onChanged={reload} />
          {!firm.is_vendor && <FirmClosing firm={firm} isOffline={isOffline} onChanged={reload} />}
          <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-log">
            <div>
              <h3 id="firm-log">Audit log</h3>
              <p className="dim">Your visit will be recorded in the log.</p>
            </div>
            {isReading ? (
              <AuditLog firmId={id} isOffline={isOffline} />
            ) : (
              <div>
                <Button variant="default" disabled={isOffline} onClick={() => setReading(true)}>
                  View log
                </Button>
              </div>
            )}
          </section>
          {isInviting && <InviteAdminDialog firm={firm} onClose={() => setInviting(false)} onInvited={reload} />}
        </>
      )}
    </div>
  )
}
