import { Button } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { areaOf, landingPath } from './areas.ts'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'
import { useTitle } from './title.ts'

export function UnknownPage() {
  const { areas } = useProduct()
  const session = useSession()
  useTitle('Page not found')
  if (!session) return null
  const path = landingPath(session, areas)
  return (
    <EmptyState
      level={1}
      title="We couldn’t find that page"
      action={
        <Button component={Link} to={path}>
          Go to {areaOf(path, areas)?.label}
        </Button>
      }
    >
      <p>The address may be misspelled, or the page has moved.</p>
    </EmptyState>
  )
}
