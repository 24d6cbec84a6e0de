import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useTitle } from '#core/client/title.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { BackLink } from '#core/ui/BackLink.tsx'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { counted } from '../../client/labels.ts'
import { placePath } from '../../client/place.ts'
import { StepHeading } from '../../imports/client/StepHeading.tsx'
import { peopleRoutes as routes } from '../contract.ts'
import { groupQuery } from '../queries.ts'
import { GroupMembers } from './GroupMembers.tsx'
import { GroupNameDialog } from './GroupNameDialog.tsx'
import { MemberAccess } from './MemberAccess.tsx'
import p from './People.module.css'

export function GroupPage({ id, isOffline }: { id: string; isOffline: boolean }) {
  const params = { id }
  const asked = useQuery(groupQuery, id)
  const { value: group, refresh: reload } = asked
  const [asking, setAsking] = useState<'name' | 'archive' | null>(null)
  const change = useMutation()
  useTitle(group ? `${group.name} · Admin` : 'Groups · Admin')
  const restore = () =>
    change.run(async () => {
      const { name } = await call(routes.restoreGroup, { params })
      await reload()
      return `Group ${name} restored.`
    })
  return (
    <div className={`stack ${p.page}`} data-wide>
      <div>
        <BackLink to={placePath('groups')}>Groups</BackLink>
        {group && (
          <div className={`row wrap between ${p.head}`}>
            <div>
              <StepHeading>{group.name}</StepHeading>
              <p className="mt4 break dim">
                {counted(group.members, 'person', 'people')}
                {group.status === 'archived' && ' · Archived: managers have no access through it'}
              </p>
            </div>
            <div className="row wrap gap8">
              <Button variant="default" disabled={isOffline} onClick={() => setAsking('name')}>
                Rename
              </Button>
              {group.status === 'active' ? (
                <Button variant="default" disabled={isOffline} onClick={() => setAsking('archive')}>
                  Archive
                </Button>
              ) : (
                <Button disabled={isOffline} aria-disabled={change.isBusy || undefined} onClick={restore}>
                  Restore
                </Button>
              )}
            </div>
          </div>
        )}
      </div>
      <AnswerState isAwaited of={asked} problem={change.problem} />
      {group && (
        <>
          <MemberAccess group={group} isOffline={isOffline} reload={reload} />
          <GroupMembers group={group} isOffline={isOffline} reload={reload} />
        </>
      )}
      {group && asking === 'name' && (
        <GroupNameDialog
          title={`Rename ${group.name}`}
          verb="Save"
          name={group.name}
          onClose={() => setAsking(null)}
          onName={async (name) => {
            await call(routes.renameGroup, { params, body: { name } })
            await reload()
            return `Group renamed to ${name}.`
          }}
        />
      )}
      {group && asking === 'archive' && (
        <ConfirmDialog
          title={`Archive ${group.name}?`}
          verb="Archive"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            await call(routes.archiveGroup, { params })
            await reload()
            return `Group ${group.name} archived.`
          }}
        >
          <p>Its managers lose access to its people right away. People stay in the group, and you can restore it.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
