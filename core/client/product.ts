import { createContext, useContext, useMemo } from 'react'
import { useNavigate } from '#core/client/router/useRouter.ts'
import type { Session } from '#core/contract/session.ts'
import { isPermitted } from './areas.ts'
import type { Product, Tab } from './feature.ts'
import { useLazy } from './lazyComponent.tsx'
import { session, useSession } from './session.ts'

export const ProductContext = createContext<Product | null>(null)

/** Throws outside of the product. */
export function useProduct(): Product {
  const product = useContext(ProductContext)
  if (!product) throw new Error('There is no product.')
  return product
}

/** Returns a function that starts the session and opens the last or landing page. */
export function useEnter(): (signedIn: Session) => void {
  const product = useProduct()
  const navigate = useNavigate()
  return (signedIn) => {
    session.start(signedIn)
    void import('./lastPath.ts').then(({ afterLogin }) =>
      navigate({ to: afterLogin(signedIn, product), replace: true }),
    )
  }
}

export type LabelledTab = Tab & { label: string; parts: readonly Tab[] }

/** Undefined until the tabs have loaded. */
export function useTabs(area: string): readonly LabelledTab[] | undefined {
  const tabs = useLazy(useProduct().tabs)
  const now = useSession()
  return useMemo(() => {
    const here = tabs?.filter((tab) => tab.area === area && now !== null && isPermitted(now, tab))
    return here?.flatMap((tab) => {
      const { label } = tab
      return label === undefined ? [] : [{ ...tab, label, parts: here.filter(({ name }) => name === tab.name) }]
    })
  }, [tabs, area, now])
}
