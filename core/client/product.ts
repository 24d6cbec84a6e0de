// The composed product, for components.
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, createContext, lazy, use, useContext, useMemo } from 'react'
import type { Session } from '#core/contract/session.ts'
import type { Load, Product, Tab } from './feature.ts'
import { session, useSession } from './session.ts'

export const ProductContext = createContext<Product | null>(null)

/** Throws outside of the product. */
export function useProduct(): Product {
  const product = useContext(ProductContext)
  if (!product) throw new Error('There is no product above this component.')
  return product
}

const loads = new WeakMap<Load<unknown>, Promise<unknown>>()

/** What an `import()` gives, asked for once; one that failed is asked for again. */
export function once<T>(load: Load<T>): Promise<T> {
  const known = loads.get(load)
  if (known) return known as Promise<T>
  const loading = load()
  loads.set(load, loading)
  loading.catch(() => loads.delete(load))
  return loading
}

const components = new WeakMap<object, ComponentType<never>>()

/** The component behind a load; the same one for the same load. */
export function lazyOf<P extends object>(load: Load<ComponentType<P>>): ComponentType<P> {
  const known = components.get(load) ?? lazy(async () => ({ default: await load() }))
  components.set(load, known as ComponentType<never>)
  return known as ComponentType<P>
}

/** Starts the session of somebody who has signed in, and goes where they were or belong. */
export function useEnter(): (signedIn: Session) => void {
  const product = useProduct()
  const navigate = useNavigate()
  return (signedIn) => {
    session.start(signedIn)
    void import('./lastPath.ts').then(({ afterLogin }) =>
      navigate({ href: afterLogin(signedIn, product), replace: true }),
    )
  }
}

export type LabelledTab = Tab & { label: string; parts: readonly Tab[] }

/** The tabs of an area's page that this person sees, each with all that features put into it. Waits for them as for a component that is loaded. */
export function useTabs(area: string): readonly LabelledTab[] {
  const tabs = use(once(useProduct().tabs))
  const now = useSession()
  return useMemo(() => {
    const here = tabs.filter((tab) => tab.area === area && now !== null && (tab.isFor?.(now) ?? true))
    return here.flatMap((tab) => {
      const { label } = tab
      return label === undefined ? [] : [{ ...tab, label, parts: here.filter(({ name }) => name === tab.name) }]
    })
  }, [tabs, area, now])
}
