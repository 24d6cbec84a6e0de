import { lazyComponent, useLazy } from './lazyComponent.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'
import { UnknownPage } from './UnknownPage.tsx'

const ClosedArea = lazyComponent(() => import('./ClosedArea.tsx').then((file) => file.ClosedArea))

/** Shown for a tab that doesn't exist or that this person can't open. */
export function NoTab({ area, tab }: { area: string; tab: string }) {
  const { areas, tabs } = useProduct()
  const session = useSession()
  const closed = useLazy(tabs)?.find((one) => one.area === area && one.name === tab && one.label !== undefined)
  if (!closed || !session) return <UnknownPage />
  return <ClosedArea session={session} area={closed} areas={areas} to={areas.find(({ name }) => name === area)?.path} />
}
