import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useProduct } from '#core/client/product.ts'
import { useSession } from '#core/client/session.ts'
import { isFeatureOn } from '#core/contract/area.ts'

/** Buttons that features add next to the Controls, if the firm has subscribed to them. */
export function ToolbarTools() {
  const session = useSession()
  const tools = useProduct().tools.filter(({ flag }) => session && isFeatureOn(session.Subscriptions, flag))
  return (
    <>
      {tools.map(({ flag, load }) => {
        const Tool = lazyComponent(load)
        return <Tool key={flag.name} />
      })}
    </>
  )
}
