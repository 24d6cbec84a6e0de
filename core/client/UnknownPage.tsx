import { Navigate } from '@tanstack/react-router'
import { landingPath } from './areas.ts'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Where an area's page has nothing to show at an address: on to where unknown addresses lead. */
export function UnknownPage() {
  const { areas } = useProduct()
  const session = useSession()
  return session && <Navigate to={landingPath(session, areas)} replace />
}
