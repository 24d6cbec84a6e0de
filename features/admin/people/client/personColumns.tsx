import { Link } from '#core/client/router/Link.tsx'
import { fullNameOf } from '#core/contract/names.ts'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { placePath } from '../../client/place.ts'
import type { AdminPerson } from '../contract.ts'
import { importedRoleLabels, personStateLabels } from '../peopleLabels.ts'
import p from './People.module.css'

export const personColumns: readonly TableColumn<AdminPerson>[] = [
  {
    key: 'name',
    head: 'Name',
    width: '26%',
    cell: (person) => (
      <Link to={placePath('people', person.id)} className={`semi break link ${p.name}`}>
        {fullNameOf(person)}
      </Link>
    ),
  },
  { key: 'email', head: 'Email', width: '34%', cell: ({ email }) => email, onCard: 'line' },
  { key: 'groups', head: 'Groups', width: '22%', cell: ({ groups }) => groups.join(', '), onCard: 'line' },
  {
    key: 'role',
    head: 'Role',
    width: '18%',
    onCard: 'aside',
    cell: ({ role, state }) => (
      <span className="stack">
        {state === 'active' || role !== 'member' ? importedRoleLabels[role] : ''}
        {state !== 'active' && (
          <small className={`cap medium ${state === 'waiting' ? 'soon' : ''}`}>{personStateLabels[state]}</small>
        )}
      </span>
    ),
  },
]

export const personKey = ({ id }: AdminPerson) => id
