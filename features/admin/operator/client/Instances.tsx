import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import type { TabProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { number } from '../../client/labels.ts'
import { placePath } from '../../client/place.ts'
import s from '../../firm/client/SignOn.module.css'
import { type InstanceList, type ListedInstance, instanceRoutes as routes } from '../instancesContract.ts'
import { instancesQuery } from '../queries.ts'
import { InstanceDialog } from './InstanceDialog.tsx'
import i from './Instances.module.css'
import { ListedDomains } from './ListedDomains.tsx'

type Asking = { isEditing: boolean; instance: ListedInstance | null }

export function Instances({ isOffline }: TabProps) {
  const asked = useQuery(instancesQuery, undefined)
  const { value: list, refresh } = asked
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <section className={`stack gap16 ${s.part}`} aria-labelledby="instances">
        <div className={`row wrap between ${s.head}`}>
          <div>
            <h2 id="instances">Instances</h2>
            <p className="mt4 break pretty dim">
              People sign in at the instance that lists their email domain. If no instance lists it, they sign in where
              they are.
            </p>
          </div>
          <Button disabled={isOffline || !list} onClick={() => setAsking({ isEditing: true, instance: null })}>
            Add an instance
          </Button>
        </div>
        <AnswerState isAwaited of={asked} />
        {list && (
          <ul className={`ruled ${s.list} ${i.list}`} aria-label="Instances">
            {list.instances.map((instance) => (
              <li key={instance.key} className={`stack gap12 ${s.row}`}>
                <div className={`row wrap between ${s.head}`}>
                  <div className="stack gap12">
                    <div className={`stack gap2 ${s.who}`}>
                      <strong>{instance.name}</strong>
                      <span className="break pretty dim">
                        {[instance.key, instance.url ?? 'no URL set'].join(' · ')}
                        {instance.is_own && ' · you are here'}
                      </span>
                    </div>
                    <ListedDomains instance={instance} siteUrl={list.site_url} />
                  </div>
                  <div className="flex wrap gap8">
                    <Button
                      variant="default"
                      aria-label={`Edit ${instance.name}`}
                      disabled={isOffline}
                      onClick={() => setAsking({ isEditing: true, instance })}
                    >
                      Edit
                    </Button>
                    {!instance.is_own && (
                      <Button
                        variant="default"
                        aria-label={`Remove ${instance.name}`}
                        disabled={isOffline}
                        onClick={() => setAsking({ isEditing: false, instance })}
                      >
                        Remove
                      </Button>
                    )}
                  </div>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      {list && <Proved {...list} />}
      {asking?.isEditing && <InstanceDialog instance={asking.instance} onClose={close} onDone={refresh} />}
      {asking?.instance && !asking.isEditing && (
        <RemoveDialog instance={asking.instance} onClose={close} onDone={refresh} />
      )}
    </>
  )
}

function RemoveDialog(props: { instance: ListedInstance; onClose: () => void; onDone: () => Promise<void> }) {
  const { instance, onClose, onDone } = props
  return (
    <ConfirmDialog
      title={`Remove ${instance.name}?`}
      verb="Remove"
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await call(routes.removeInstance, { params: { key: instance.key } })
        await onDone()
        return `${instance.name} removed.`
      }}
    >
      <p>
        People with an email at its domains are no longer redirected there. The instance and its data aren’t affected.
      </p>
    </ConfirmDialog>
  )
}

const columns: readonly TableColumn<InstanceList['proved'][number]>[] = [
  { key: 'domain', head: 'Domain', sortBy: ({ domain }) => domain, cell: ({ domain }) => <strong>{domain}</strong> },
  {
    key: 'firm',
    head: 'Firm',
    onCard: 'line',
    sortBy: ({ firm }) => firm.name,
    cell: ({ firm }) => (
      <Link className="semi break link" to={placePath('firms', firm.id)}>
        {firm.name}
      </Link>
    ),
  },
]

function Proved({ proved, proved_count }: InstanceList) {
  return (
    <section className={`stack gap16 ${s.part}`} aria-labelledby="proved-here">
      <div>
        <h2 id="proved-here">Proved here</h2>
        <p className="mt4 break pretty dim">
          {proved.length === 0
            ? 'No firm on this instance has verified a domain yet. Firms do this under Single sign-on, or you can do it on the firm’s page.'
            : 'Firms on this instance have verified these domains. Their people sign in here, even if another instance lists the domain.'}
          {proved_count > proved.length && ` Showing the first ${proved.length} of ${number(proved_count)}.`}
        </p>
      </div>
      {proved.length > 0 && (
        <Table label="Domains verified here" columns={columns} rows={proved} keyOf={({ domain }) => domain} />
      )}
    </section>
  )
}
