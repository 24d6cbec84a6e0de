import { Activity, useState } from 'react'
import { useLazy } from '../lazyComponent.tsx'
import type { OpenScreen } from './router.ts'
import { PlaceContext } from './useRouter.ts'

/** A screen that asks for it stays mounted, hidden, while another screen of its frame is open. */
export function Outlet({ shown }: { shown: OpenScreen }) {
  const [kept, setKept] = useState<OpenScreen | null>(null)
  const isKept = shown.screen.isKept === true
  // On the way back to the same URL, the place stays the same object, so that its readers don't render again.
  const isNew = isKept && kept?.place.href !== shown.place.href
  if (isNew) setKept(shown)
  const behind = isNew ? shown : kept
  return (
    <>
      {behind && (
        <Activity key={behind.screen.path} mode={isKept ? 'visible' : 'hidden'}>
          <PlaceContext value={behind.place}>
            <ShownScreen shown={behind} />
          </PlaceContext>
        </Activity>
      )}
      {!isKept && <ShownScreen key={shown.screen.path} shown={shown} />}
    </>
  )
}

function ShownScreen({ shown: { screen, place } }: { shown: OpenScreen }) {
  const Part = useLazy(screen.load)
  return Part ? <Part {...screen.propsOf?.(place)} /> : null
}
