import { Button } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { Icon } from '#core/ui/Icon.tsx'

/** Leads firm admins to the import of a file of contacts. */
export function ImportLink() {
  if (useSession()?.user.role !== 'admin') return null
  return (
    <Button
      variant="default"
      component={Link}
      to="/admin/imports"
      search={{ kind: 'contacts' }}
      leftSection={<Icon name="upload" />}
    >
      Import
    </Button>
  )
}
